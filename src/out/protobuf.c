#include "protobuf.h"

enum { TYPE_VARINT = 0, TYPE_BYTES = 2 };

void proto_varint(struct outbuf *out, uint64_t value)
{
	char bytes[10];
	size_t len = 0;

	for (; value >= 0x80; value >>= 7)
		bytes[len++] = (char)(0x80 | (value & 0x7f));
	bytes[len++] = (char)value;
	outbuf_bytes(out, bytes, len);
}

void proto_number(struct outbuf *out, uint32_t field, uint64_t value)
{
	if (!value)
		return;
	proto_varint(out, (uint64_t)field << 3 | TYPE_VARINT);
	proto_varint(out, value);
}

void proto_signed(struct outbuf *out, uint32_t field, int64_t value)
{
	proto_number(out, field, (uint64_t)value);
}

void proto_bytes(struct outbuf *out, uint32_t field, const char *data,
		 size_t len)
{
	proto_varint(out, (uint64_t)field << 3 | TYPE_BYTES);
	proto_varint(out, len);
	outbuf_bytes(out, data, len);
}
