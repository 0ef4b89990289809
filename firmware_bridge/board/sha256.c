#include "sha256.h"

#ifdef __AVR__
#include <avr/pgmspace.h>
#define ROM PROGMEM /* constants stay in flash */
#define WORD(of) pgm_read_dword(&(of))
#else
#define ROM
#define WORD(of) (of)
#endif

#define ROUNDS 64
#define WORDS 16

static const uint32_t K[ROUNDS] ROM = {
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u,
    0xab1c5ed5u, 0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu,
    0x9bdc06a7u, 0xc19bf174u, 0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu,
    0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau, 0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u,
    0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u, 0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu,
    0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u, 0xa2bfe8a1u, 0xa81a664bu,
    0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u, 0x19a4c116u,
    0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u,
    0xc67178f2u,
};
static const uint32_t BEGIN[8] ROM = {
    0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
    0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u,
};

static uint32_t turned(uint32_t word, uint8_t bits)
{
    return word >> bits | word << (32 - bits);
}

/* Return the word of round `at`; sixteen of them are kept, each made of those before it. */
static uint32_t next_word(uint32_t w[WORDS], uint8_t at)
{
    uint32_t near, far;
    if (at < WORDS)
        return w[at];
    near = w[(at + 14) % WORDS];
    far = w[(at + 1) % WORDS];
    w[at % WORDS] += (turned(near, 17) ^ turned(near, 19) ^ near >> 10) + w[(at + 9) % WORDS] +
                     (turned(far, 7) ^ turned(far, 18) ^ far >> 3);
    return w[at % WORDS];
}

static void mix(uint32_t s[8], uint32_t w[WORDS])
{
    for (uint8_t at = 0; at < ROUNDS; at++) {
        uint32_t first = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) +
                         ((s[4] & s[5]) ^ (~s[4] & s[6])) + WORD(K[at]) + next_word(w, at);
        uint32_t second = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) +
                          ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (uint8_t place = 7; place; place--)
            s[place] = s[place - 1];
        s[4] += first;
        s[0] = first + second;
    }
}

void tlb_sha256(const uint8_t *data, uint8_t size, uint8_t digest[TLB_DIGEST])
{
    uint32_t w[WORDS] = {0}, s[8];
    for (uint8_t at = 0; at < size; at++)
        w[at / 4] |= (uint32_t)data[at] << (24 - 8 * (at % 4));
    w[size / 4] |= (uint32_t)0x80 << (24 - 8 * (size % 4));
    w[15] = (uint32_t)size * 8;
    for (uint8_t at = 0; at < 8; at++)
        s[at] = WORD(BEGIN[at]);
    mix(s, w);
    for (uint8_t at = 0; at < TLB_DIGEST; at++)
        digest[at] = (uint8_t)((s[at / 4] + WORD(BEGIN[at / 4])) >> (24 - 8 * (at % 4)));
}
