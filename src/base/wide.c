#include "diffprof/wide.h"

bool wide_parse(struct span text, wide *value)
{
	wide sum = 0;

	if (!text.len)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		unsigned digit = (unsigned char)text.ptr[i] - '0';

		if (digit > 9 || sum > (WIDE_MAX - digit) / 10)
			return false;
		sum = 10 * sum + digit;
	}
	*value = sum;
	return true;
}

void wide_put(struct outbuf *out, wide value)
{
	char text[40];
	size_t at = sizeof(text);

	do {
		text[--at] = (char)('0' + (char)(value % 10));
		value /= 10;
	} while (value);
	outbuf_bytes(out, text + at, sizeof(text) - at);
}
