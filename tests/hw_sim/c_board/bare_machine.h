/* A bare machine: what a board needs behind it, without motors and tiles.
 *
 * Jobs take their time, may be paused, cancelled, made to fail and cut off; the reference board is
 * tried with it.
 */
#ifndef BARE_MACHINE_H
#define BARE_MACHINE_H

#include "../../../firmware_bridge/board/board.h"

typedef struct {
    tlb_machine calls;
    tlb_board *board;
    void (*began)(uint8_t kind); /* a motor turns for such a job */
    void (*has_cut)(void); /* it was stopped in the interrupt */
    tlp_set_gear gear;
    uint32_t now_ms, step_at_ms, rested_ms, chance;
    uint16_t fault;
    uint8_t state, before; /* the state of the table, and that before the job */
    uint8_t kind, step; /* of the running job; kind 0 is homing by itself, NO_JOB none */
    uint8_t is_paused, is_stopped, dice, allows;
    uint32_t allowed_until_ms;
} bare_machine;

/* Connect a board and its machine, at rest, or locked by what cut the last job off. */
void bare_machine_begin(bare_machine *self, tlb_board *board, const tlp_sync_answer *hello,
                const uint8_t cells[TLB_SLOTS * TLB_SLOT], uint32_t now);

/* Make the movements that are due. */
void bare_machine_turn(bare_machine *self, uint32_t now);
uint32_t bare_machine_wait(const bare_machine *self);

/* What befalls a table: something jams, a key of its own calls for a job, the emergency stop is let go, somebody at the console
 * allows motions by the operator for a minute. */
void bare_machine_fail(bare_machine *self, uint16_t code, uint8_t side);
void bare_machine_start_by_key(bare_machine *self, uint8_t kind);
void bare_machine_release(bare_machine *self);
void bare_machine_allow(bare_machine *self);

#endif
