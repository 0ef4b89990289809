/* The jobs that a board knows, and what its memory cells keep of them: protocol.md 6.4.
 *
 * No job runs twice: the highest counter of each host is in the cells before anything moves.
 */
#ifndef TABLE_BOARD_OPS_H
#define TABLE_BOARD_OPS_H

#include "table_link.h"

#ifndef TLB_SLOTS
#define TLB_SLOTS 2 /* slots of memory cells, written in turn: more of them last longer */
#endif
#ifndef TLB_HOSTS
#define TLB_HOSTS 8 /* hosts remembered; the one not seen for longest makes room */
#endif
#ifndef TLB_RESULTS
#define TLB_RESULTS 64 /* ops whose results are remembered until the next start */
#endif
#ifndef TLB_SLOT
#define TLB_SLOT 256 /* bytes from one slot to the next: as a port's cells are divided */
#endif
#define TLB_RESULT 16 /* longest result in bytes */
#define TLB_SLOT_HEAD 59 /* bytes of a slot before its hosts */
#define TLB_SLOT_HOST 8
#define TLB_SLOT_OP 31
#define TLB_SLOT_USED (TLB_SLOT_HEAD + TLB_SLOT_HOST * TLB_HOSTS + TLB_SLOT_OP + TLP_CRC)
#if TLB_SLOTS < 2 || TLB_SLOT < TLB_SLOT_USED
#error "two slots or more, each large enough for its hosts"
#endif
#if TLB_RESULTS < 4
#error "room for the results of two jobs that run, and of two that are over"
#endif

/* Two jobs may run at once: one of the hand in play, and beside it the build of the other set. */
enum { TLB_HAND, TLB_BESIDE, TLB_WORKS };

/* What the table has done in its life; it is kept at a start and with what a job writes anyway. */
enum { TLB_BUILDS, TLB_ROLLS, TLB_FAULTS, TLB_RESETS, TLB_FIGURES };

typedef struct {
    uint64_t op_id;
    uint8_t kind, state, stage, percent;
    uint16_t fault;
    uint8_t side, size;
    uint8_t result[TLB_RESULT];
    uint8_t is_untold; /* whether the host is to hear of it unasked */
} tlb_op;

typedef struct {
    uint32_t install, counter;
} tlb_host;

typedef struct {
    tlb_op last; /* the op that the cells know */
    tlb_op *now; /* in the ring; none while nothing runs that a host has asked for */
    uint8_t own_kind; /* a job runs that no host has asked for */
    uint8_t percent; /* of what runs, or ran last since the start */
    uint8_t is_fresh; /* `last` was asked for since the start */
} tlb_work;

/* Write the first `size` bytes of one slot of the memory cells; return whether they are kept now. */
typedef int (*tlb_keep)(void *self, uint8_t slot, const uint8_t *cells, uint16_t size);

typedef struct {
    tlb_keep keep;
    void *self;
    uint32_t number, journal_id;
    uint16_t lock; /* the fault for which nothing may move until the table has homed */
    uint32_t life[TLB_FIGURES];
    uint8_t was_lost; /* there was a memory, and it is unreadable now (504); or none can be kept */
    uint8_t hosts, first, count;
    tlb_host host[TLB_HOSTS]; /* the last seen one last */
    tlb_work work[TLB_WORKS];
    tlb_op ring[TLB_RESULTS];
} tlb_ops;

/* Whether a job runs there, whoever has asked for it. */
static inline int tlb_ops_works(const tlb_ops *ops, uint8_t which)
{
    return ops->work[which].now || ops->work[which].own_kind;
}

/* Read what an earlier start has left in `cells`, and count and keep this one, one write; a board
 * without memory is numbered `fresh_id`. */
void tlb_ops_begin(tlb_ops *ops, const uint8_t cells[TLB_SLOTS * TLB_SLOT], uint32_t fresh_id);

/* Take over what the reset met; return whether a job was cut off, which locks by `fault`. */
int tlb_ops_interrupt(tlb_ops *ops, uint16_t fault);

/* Return what is known of an op: kept, forgotten, or never seen. */
tlb_op tlb_ops_known(const tlb_ops *ops, uint64_t op_id);

/* Make an op the current one of a work, in the cells before anything moves; return whether they
 * took it. */
int tlb_ops_accept(tlb_ops *ops, uint8_t which, uint64_t op_id, uint8_t kind);

/* Note in the cells that a job without an op begins, or by 0 that it is over. */
int tlb_ops_own(tlb_ops *ops, uint8_t which, uint8_t kind);

/* Note in the cells for which fault the table is locked, or by 0 that it has homed. */
int tlb_ops_lock(tlb_ops *ops, uint16_t fault);

/* Note that an op was refused: it is known, and never ran. */
void tlb_ops_refuse(tlb_ops *ops, uint64_t op_id, uint16_t fault);

/* Note how far the current op of a work has come; return whether its stage is a new one. */
int tlb_ops_go_on(tlb_ops *ops, uint8_t which, uint8_t stage, uint8_t percent);

/* Note how the current op of a work ended, for good. */
void tlb_ops_end(tlb_ops *ops, uint8_t which, uint8_t state, uint16_t fault, uint8_t side,
                 const uint8_t *result, uint8_t size);

#endif
