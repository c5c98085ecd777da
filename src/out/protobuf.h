/*
 * protobuf.h - writing the fields of a protocol buffer: see read/wire.h
 *
 * What has no value is left out, as proto3 has it.
 */
#ifndef OUT_PROTOBUF_H
#define OUT_PROTOBUF_H

#include "diffprof/outbuf.h"

void proto_varint(struct outbuf *out, uint64_t value);

/* A number, or one that may be below 0. */
void proto_number(struct outbuf *out, uint32_t field, uint64_t value);
void proto_signed(struct outbuf *out, uint32_t field, int64_t value);

/* Bytes, a text or a message that was made apart; also of no bytes. */
void proto_bytes(struct outbuf *out, uint32_t field, const char *data,
		 size_t len);

#endif
