#include "seeds.h"

static int is_open_for(const tlb_seeds *seeds, uint32_t number)
{
    return seeds->is_open && seeds->number == number;
}

uint16_t tlb_seeds_commit(tlb_seeds *seeds, const tlp_seed_commit *wish, tlb_chance chance,
                          void *self, tlp_seed_committed *said)
{
    if (!is_open_for(seeds, wish->round_)) {
        seeds->is_open = 1;
        seeds->number = wish->round_;
        memcpy(seeds->digest, wish->digest, sizeof seeds->digest);
        chance(self, seeds->seed, sizeof seeds->seed);
    }
    if (memcmp(seeds->digest, wish->digest, sizeof seeds->digest) != 0)
        return TLP_FAULT_BAD_ARGUMENT; /* another seed for the same throw */
    said->tag = wish->tag;
    said->round_ = wish->round_;
    tlb_sha256(seeds->seed, sizeof seeds->seed, said->digest);
    return 0;
}

uint16_t tlb_seeds_reveal(const tlb_seeds *seeds, const tlp_seed_reveal *wish,
                          tlp_seed_revealed *said)
{
    uint8_t digest[TLB_DIGEST];
    tlb_sha256(wish->seed, sizeof wish->seed, digest);
    if (!is_open_for(seeds, wish->round_) || memcmp(digest, seeds->digest, sizeof digest) != 0)
        return TLP_FAULT_BAD_ARGUMENT;
    said->tag = wish->tag;
    said->round_ = wish->round_;
    memcpy(said->seed, seeds->seed, sizeof said->seed);
    return 0;
}
