/* A board that speaks the Table Link Protocol: the reference for a table's firmware.
 *
 * It answers, keeps the ops and tells the events; what moves is the machine's, behind the calls of
 * `tlb_machine`. Call `tlb_board_receive` with what the port brought, `tlb_board_turn` at least
 * every quarter of a second, and write out what `tlb_board_write` gives. One loop, no heap, C99.
 */
#ifndef TABLE_BOARD_H
#define TABLE_BOARD_H

#include "events.h"
#include "line.h"
#include "link.h"
#include "log.h"
#include "ops.h"
#include "outputs.h"
#include "seeds.h"
#include "update.h"
#include "upkeep.h"

#define TLB_TELL_MS 100u /* progress within a stage is told so far apart */

/* What the machine behind the board can be asked; a fault code refuses, 0 agrees. */
typedef struct {
    void *self;
    /* Whether a job may start now as that one of the works; then start it. */
    uint16_t (*verify)(void *self, uint8_t which, uint8_t kind, const uint8_t *args, uint8_t size);
    void (*start)(void *self, uint8_t which, uint8_t kind, const uint8_t *args, uint8_t size);
    /* Pause or resume what runs, cancel that one of the works; clear fault `code`. */
    uint16_t (*control)(void *self, uint8_t action, uint8_t which, uint16_t code);
    uint16_t (*set_gear)(void *self, const tlp_set_gear *gear);
    /* Stop every motor now, for fault `code`: the emergency stop, or a host that fell silent. */
    void (*stop)(void *self, uint16_t code);
    /* Fill in what the status says of the machine. */
    void (*describe)(void *self, tlp_status *status);
    uint8_t (*state)(void *self);
    tlb_keep keep;
    /* Called in the receive interrupt: switch every motor off, and do nothing else. */
    void (*cut)(void *self);
    /* Read what the table says of itself, zlib-compressed JSON, from wherever it is stored. */
    void (*dictionary)(void *self, uint16_t at, uint8_t *to, uint8_t size);
    uint16_t dictionary_size;
    /* What not every board has; NULL: it is refused (807), and not in the dictionary. */
    tlb_show show;
    tlb_chance chance;
    const tlb_flash *flash;
    tlb_set_baud set_baud;
    const uint32_t *bauds; /* faster than the usual one, as in the dictionary; they end with 0.
                            * Any other is refused by 804. */
    const tlb_upkeep_lists *upkeep; /* what is there for service; none: nothing */
    /* Whether a job would build the other set beside the hand in play; NULL: there is one set. */
    int (*is_beside)(void *self, uint8_t kind, const uint8_t *args, uint8_t size);
} tlb_machine;

typedef struct {
    const tlb_machine *machine;
    tlb_deframer deframer;
    tlb_stop_watch watch;
    volatile uint8_t stop_asked; /* in the interrupt; the loop tells of it */
    tlb_link link;
    tlb_line line;
    tlb_ops ops;
    tlb_events events;
    tlb_log log;
    tlb_outputs outputs;
    tlb_seeds seeds;
    tlb_update update;
    tlb_upkeep upkeep;
    tlp_sync_answer hello;
    uint16_t gen; /* changes with every state: an order that was meant for another is refused */
    uint32_t now_ms, booted_ms, tell_ms;
    uint8_t sets[2]; /* where they were, as told last, and what had stopped the build beside play */
    uint16_t beside_fault;
} tlb_board;

static inline uint8_t tlb_board_state(const tlb_board *board)
{
    return board->machine->state(board->machine->self);
}

/* Start. `hello` brings boot id and cause; the rest of it is filled in. Return the fault for which
 * the machine is to be in LOCKOUT, by this start or an earlier one, until it is cleared and has
 * homed; 0 where it may move. */
uint16_t tlb_board_begin(tlb_board *board, const tlb_machine *machine,
                         const tlp_sync_answer *hello, const uint8_t cells[TLB_CELLS],
                         uint32_t now);

/* In the receive interrupt: give it every byte, also those that `tlb_board_receive` gets later; and
 * call the second at a BREAK. A stop cuts the motors at once, whatever the loop is doing. */
void tlb_board_interrupt(tlb_board *board, uint8_t byte);
void tlb_board_break(tlb_board *board);

/* How often each slot of the cells was written in the board's life. */
uint32_t tlb_board_wear(const tlb_board *board);

void tlb_board_receive(tlb_board *board, const uint8_t *data, size_t size, uint32_t now);
void tlb_board_turn(tlb_board *board, uint32_t now);
size_t tlb_board_write(tlb_board *board, uint8_t *out, size_t room);
/* What was written has left: the line may go over to another speed. */
void tlb_board_sent(tlb_board *board, uint32_t now);
uint32_t tlb_board_wait(const tlb_board *board); /* milliseconds until it has something to do */

/* What the machine tells its board. A job that no host has asked for begins, ahead of its first
 * motion; return 504 where the cells do not take it, and nothing should move. `which` is the work:
 * TLB_HAND, or TLB_BESIDE, whose faults `tlb_board_sets` tells. */
uint16_t tlb_board_began(tlb_board *board, uint8_t which, uint8_t kind);
void tlb_board_changed(tlb_board *board); /* another state of the table */
void tlb_board_sets(tlb_board *board); /* a set of tiles may be somewhere else, or its build stopped */
void tlb_board_progress(tlb_board *board, uint8_t which, uint8_t stage, uint8_t percent);
void tlb_board_ended(tlb_board *board, uint8_t which, uint8_t state, uint16_t fault, uint8_t side,
                     const uint8_t *result, uint8_t size);
void tlb_board_tell(tlb_board *board, uint8_t kind, uint16_t code, uint8_t side,
                    const uint8_t *data, uint8_t size);
void tlb_board_pressed(tlb_board *board, uint16_t key, uint16_t held_ms);
void tlb_board_coin(tlb_board *board, uint16_t slot, uint16_t pulses); /* counted, then told */

#endif
