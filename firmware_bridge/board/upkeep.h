/* What makers and service people read, set and count: protocol.md 6.16.
 *
 * Parameters and counters are kept in two slots of their own, behind those of the jobs.
 */
#ifndef TABLE_BOARD_UPKEEP_H
#define TABLE_BOARD_UPKEEP_H

#include "ops.h"

#ifndef TLB_PARAMETERS
#define TLB_PARAMETERS 4 /* most parameters */
#endif
#ifndef TLB_MECHANISMS
#define TLB_MECHANISMS 6 /* most mechanisms whose work is counted */
#endif
#define TLB_UPKEEP_SLOTS 2
#define TLB_CELLS ((TLB_SLOTS + TLB_UPKEEP_SLOTS) * TLB_SLOT)
#define TLB_UPKEEP_HEAD 10
#define TLB_UPKEEP_USED (TLB_UPKEEP_HEAD + 4 * TLB_PARAMETERS + 16 * TLB_MECHANISMS + TLP_CRC)
#if TLB_SLOT < TLB_UPKEEP_USED
#error "a slot has to be large enough for parameters and counters"
#endif

/* What a parameter may be set to, and what the maker has set it to. */
typedef struct {
    int32_t least, most, usual;
} tlb_limits;

/* What a machine has, in the order in which its dictionary lists it. */
typedef struct {
    uint8_t inputs, parameters, mechanisms;
    const tlb_limits *limits; /* of each parameter */
    /* Read an input as it comes from its wire, now. */
    int16_t (*input)(void *self, uint8_t number);
} tlb_upkeep_lists;

typedef struct {
    uint32_t cycles, seconds, cycles_at_service, seconds_at_service;
    uint16_t rest_ms; /* of the second that has begun */
} tlb_worked;

typedef struct {
    const tlb_upkeep_lists *lists; /* none: the table has nothing of it */
    void *self;
    tlb_keep keep;
    uint32_t number, pulses;
    uint8_t was_lost; /* there was a memory, and it is unreadable now */
    int32_t value[TLB_PARAMETERS];
    tlb_worked worked[TLB_MECHANISMS];
} tlb_upkeep;

/* Read what an earlier start has left in `cells`, the slots of its own; without it all is as the
 * maker has set it. `keep` and `self` are filled in. */
void tlb_upkeep_begin(tlb_upkeep *upkeep, const tlb_upkeep_lists *lists, const uint8_t *cells);

/* Whether a message is one of these questions, and the table has anything of it. */
int tlb_upkeep_is_asked(const tlb_upkeep *upkeep, uint8_t message);

/* Write the answer to a question; return its size, or 0: then `code` says why it is refused, or
 * by 0 that it is done. */
size_t tlb_upkeep_answer(tlb_upkeep *upkeep, const uint8_t *body, size_t size, int is_moving,
                         uint8_t *out, uint16_t *code);

/* Count a start of a mechanism; then how long it turned. */
void tlb_upkeep_started(tlb_upkeep *upkeep, uint8_t mechanism);
void tlb_upkeep_turned(tlb_upkeep *upkeep, uint8_t mechanism, uint32_t ms);

/* Write all of it down; return whether it is kept. */
int tlb_upkeep_keep(tlb_upkeep *upkeep);

#endif
