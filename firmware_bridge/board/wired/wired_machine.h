/* A table of motors and switches behind a board: what a maker begins with.
 *
 * A job is a row of movements: one line drives its motors until their end is sensed. What the
 * lines are wired to is the port's, behind the calls of `wired_lines`. No clock, no heap.
 */
#ifndef WIRED_MACHINE_H
#define WIRED_MACHINE_H

#include "../board.h"

/* What drives motors, one at a time. */
typedef enum {
    WIRED_REST,
    WIRED_LID_OPEN,
    WIRED_INTAKE,
    WIRED_LID_CLOSE,
    WIRED_MIXER,
    WIRED_HEADS,
    WIRED_LIFT_UP,
    WIRED_LIFT_DOWN,
    WIRED_DICE,
    WIRED_DICE_REST, /* no motor: the dice are looked at until they lie still */
    WIRED_HOME,
    WIRED_COUNT, /* no motor: the counters are looked at */
    WIRED_TEST,
    WIRED_CHUTES, /* lift dealt tiles before the players */
    WIRED_REVERSE, /* turn a blocked part back and forth, of which `aim` has told */
    WIRED_PART, /* move one part so far, of which `aim` has told */
    WIRED_LINES
} wired_line;

#define WIRED_DONE 100 /* of `way`: its end is sensed */
#define WIRED_FAILED 0xFF /* something holds the motor, or is not where it belongs */

/* What the table stands like, by its switches. */
#define WIRED_IS_OPEN 1
#define WIRED_IS_UP 2
#define WIRED_IS_BUILT 4
#define WIRED_IS_DEALT 8 /* dealt tiles wait in the chutes */

/* What the port can be asked to do with its wires. */
typedef struct {
    void *self;
    /* A job begins, with so many dice: what is left of an earlier movement is not gone on with. */
    void (*begin)(void *self, uint8_t kind, uint8_t dice);
    /* Let the motors of this line turn and all others stand; in the interrupt, too: WIRED_REST. */
    void (*drive)(void *self, uint8_t line);
    /* Say how far the movement has come: percent, WIRED_DONE or WIRED_FAILED. */
    uint8_t (*way)(void *self);
    /* Say which fault the movement met, and on which side. */
    uint16_t (*fault)(void *self, uint8_t *side);
    uint8_t (*switches)(void *self);
    uint16_t (*count)(void *self); /* tiles in the machine */
    uint8_t (*pips)(void *self, uint8_t reader, uint8_t die); /* NULL: nobody reads the dice */
    void (*plan)(void *self, const tlp_set_gear *gear); /* what the heads are to build; NULL: people turn a switch */
    uint16_t jobs; /* which of the jobs it has, one bit each; 0: all of them */
    /* Which part JAM_CLEAR and JOG are to move, and how many millimetres; NULL: it has neither. */
    void (*aim)(void *self, uint8_t mechanism, uint8_t side, int16_t distance);
    void (*show)(void *self, const tlb_setting *setting); /* NULL: it shows nothing */
    int16_t (*input)(void *self, uint8_t number); /* one of `wired_upkeep.h`; NULL: nothing for service */
} wired_lines;

typedef struct {
    tlb_machine calls;
    tlb_board *board;
    wired_lines lines;
    tlp_set_gear gear;
    uint32_t now_ms, began_ms, rested_ms;
    uint16_t fault, shaken_ms;
    uint8_t state; /* of the table */
    uint8_t kind, step; /* of the running job; kind 0 is homing by itself */
    uint8_t is_paused, is_stopped, is_closing, dice, seats, allows;
    volatile uint8_t is_cut; /* by the interrupt: no motor turns before the loop has heard of it */
    uint32_t allowed_until_ms;
    uint32_t turned_ms; /* since when the mechanism `turns` does; 0 is none */
    uint8_t turns;
} wired_machine;

/* Connect a board and its machine, at rest, or locked by what cut the last job off. Of `calls`
 * the port has filled in `keep`, `dictionary` and its size, where it has them `chance` and `flash`,
 * and `lines`. */
void wired_machine_begin(wired_machine *self, tlb_board *board, const tlp_sync_answer *hello,
                         const uint8_t cells[TLB_CELLS], uint32_t now);

/* Look at what the wires say, and go on. */
void wired_machine_turn(wired_machine *self, uint32_t now);

/* Return whether a job runs and is not paused. */
int wired_machine_moves(const wired_machine *self);

/* A key of the table was pressed: do what it is for, and tell the host. */
void wired_machine_press(wired_machine *self, uint8_t key, uint16_t held_ms);

/* What befalls a table: something fails, a key calls for a job, the emergency stop is pressed or
 * let go, somebody at the console allows motions by the operator for a minute. */
void wired_machine_fail(wired_machine *self, uint16_t code, uint8_t side);
void wired_machine_start_by_key(wired_machine *self, uint8_t kind);
void wired_machine_stop(wired_machine *self);
void wired_machine_release(wired_machine *self);
void wired_machine_allow(wired_machine *self);

#endif
