/* SHA-256 (FIPS 180-4) of a message that fits one block: the seeds of throws without dice. */
#ifndef TABLE_BOARD_SHA256_H
#define TABLE_BOARD_SHA256_H

#include <stdint.h>

#define TLB_DIGEST 32

/* Write the digest of `size` bytes, at most 55. */
void tlb_sha256(const uint8_t *data, uint8_t size, uint8_t digest[TLB_DIGEST]);

#endif
