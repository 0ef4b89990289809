/* Which set of tiles is where, whose turn it is, and what may be done with it; within it only. */
#ifndef WIRED_SETS_H
#define WIRED_SETS_H

#include "wired_jobs.h"

#define WIRED_ANY_SET 0xFF

/* Return the set in play, or the last one there, and the other one; with one set that is the same. */
uint8_t wired_played(wired_machine *self);
uint8_t wired_other(wired_machine *self);

/* Return where a set lies, by bits; where the machine has one set, nothing of it. */
uint8_t wired_lies(const wired_machine *self, uint8_t set);

/* Whether the walls stand on the table top. */
int wired_is_up(const wired_machine *self);

/* Whether the chutes hold tiles of the hand in play. */
int wired_has_dealt(wired_machine *self);

/* Return the set that a job asks for, or WIRED_ANY_SET; and then the one that it is about. */
uint8_t wired_wish(uint8_t kind, const uint8_t *args, uint8_t size);
uint8_t wired_set_of(wired_machine *self, uint8_t kind, uint8_t wish);

/* Whether a set may be built, or taken in: nothing of the other one is in its way. */
int wired_may_build(wired_machine *self, uint8_t set);
int wired_may_drop(wired_machine *self, uint8_t set);

/* Whether a job would build the other set beside the hand in play. */
int wired_is_beside(void *table, uint8_t kind, const uint8_t *args, uint8_t size);

/* Return the row of `wired_jobs` that a NEXT_HAND is now. */
uint8_t wired_next_hand(wired_machine *self);

/* Whether a step is to be made now. */
int wired_is_due(wired_machine *self, uint8_t which, const wired_step *step);

/* Return the state of a set, a `tlp_set_state`. */
uint8_t wired_set_state(const wired_machine *self, uint8_t set);

/* Fill in what the status says of the sets. */
void wired_describe_sets(const wired_machine *self, tlp_status *said);

#endif
