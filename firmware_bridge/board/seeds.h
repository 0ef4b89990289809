/* Throws without dice: host and board are bound to a seed each before either is shown, by
 * protocol.md 6.10. */
#ifndef TABLE_BOARD_SEEDS_H
#define TABLE_BOARD_SEEDS_H

#include "sha256.h"
#include "table_link.h"

#define TLB_SEED 32

typedef struct {
    uint8_t is_open;
    uint32_t number; /* of the throw */
    uint8_t digest[TLB_DIGEST]; /* what the host is bound by */
    uint8_t seed[TLB_SEED];     /* ours */
} tlb_seeds;

/* Fill in so many bytes of chance that nobody can foresee. */
typedef void (*tlb_chance)(void *self, uint8_t *to, uint8_t size);

/* Bind the board to a seed of its own for the host's throw; return a fault, or fill in `said`. */
uint16_t tlb_seeds_commit(tlb_seeds *seeds, const tlp_seed_commit *wish, tlb_chance chance,
                          void *self, tlp_seed_committed *said);

/* Show our seed for one that fits the host's digest; return a fault, or fill in `said`. */
uint16_t tlb_seeds_reveal(const tlb_seeds *seeds, const tlp_seed_reveal *wish,
                          tlp_seed_revealed *said);

#endif
