/* A table of motors and switches behind a board: what a maker begins with.
 *
 * A job is a row of movements: one line drives its motors until their end is sensed. What the
 * lines are wired to is the port's, behind the calls of `wired_lines`. Two jobs may run at once
 * where the machine holds two sets of tiles: TLB_HAND, and TLB_BESIDE it the build of the other
 * set, which has tray, conveyors and heads to itself. No clock, no heap.
 */
#ifndef WIRED_MACHINE_H
#define WIRED_MACHINE_H

#include "../board.h"

/* What drives motors, one at a time for each job. */
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

/* Where a set of tiles lies, by the colour of its backs. */
#define WIRED_SET_LOOSE 1 /* in tray and conveyors, none or more of it built */
#define WIRED_SET_SLOTS 2 /* in the slots beside the lifters */
#define WIRED_SET_WHOLE 4 /* its walls are whole, there or on the lifters */
#define WIRED_SET_TOP 8 /* on lifters or table top */
#define WIRED_SET_DEALT 16 /* in the chutes */

/* What a port with two sets of tiles can be asked. */
typedef struct {
    uint8_t (*lies)(void *self, uint8_t set);
    /* From here on a job is about this set: its tiles fall in, or are mixed and built. */
    void (*choose)(void *self, uint8_t which, uint8_t set);
    uint16_t (*count)(void *self, uint8_t set); /* its tiles in the machine */
} wired_sets;

/* What the port can be asked to do with its wires. */
typedef struct {
    void *self;
    /* A job begins, with so many dice: what is left of an earlier movement is not gone on with. */
    void (*begin)(void *self, uint8_t which, uint8_t kind, uint8_t dice);
    /* Let the motors of this line turn and all others of that job stand; in the interrupt, too:
     * WIRED_REST. */
    void (*drive)(void *self, uint8_t which, uint8_t line);
    /* Say how far the movement has come: percent, WIRED_DONE or WIRED_FAILED. */
    uint8_t (*way)(void *self, uint8_t which);
    /* Say which fault the movement met, and on which side. */
    uint16_t (*fault)(void *self, uint8_t which, uint8_t *side);
    uint8_t (*switches)(void *self);
    uint16_t (*count)(void *self); /* tiles in the machine */
    uint8_t (*pips)(void *self, uint8_t reader, uint8_t die); /* NULL: nobody reads the dice */
    void (*plan)(void *self, const tlp_set_gear *gear); /* what the heads are to build; NULL: people turn a switch */
    uint16_t jobs; /* which of the jobs it has, one bit each; 0: all of them */
    /* Which part JAM_CLEAR and JOG are to move, and how many millimetres; NULL: it has neither. */
    void (*aim)(void *self, uint8_t mechanism, uint8_t side, int16_t distance);
    void (*show)(void *self, const tlb_setting *setting); /* NULL: it shows nothing */
    int16_t (*input)(void *self, uint8_t number); /* one of `wired_upkeep.h`; NULL: nothing for service */
    const wired_sets *sets; /* NULL: it holds one set of tiles */
} wired_lines;

typedef struct {
    uint8_t kind; /* of the running job, WIRED_NO_JOB without one; 0 is homing by itself */
    uint8_t row, step; /* of `wired_jobs` */
    uint8_t did; /* whether the step before was made, not passed over */
    uint8_t set; /* that it is about */
    uint8_t is_paused;
    uint32_t began_ms, rested_ms;
    uint32_t turned_ms; /* since when the mechanism `turns` does; 0 is none */
    uint8_t turns;
} wired_run;

typedef struct {
    tlb_machine calls;
    tlb_board *board;
    wired_lines lines;
    tlp_set_gear gear;
    wired_run run[TLB_WORKS];
    uint32_t now_ms;
    uint16_t fault, shaken_ms;
    uint16_t beside_fault; /* what stopped the build beside the hand, which goes on */
    uint8_t beside_side;
    uint8_t state; /* of the table */
    uint8_t is_stopped, is_closing, dice, seats, allows;
    uint8_t played; /* the set in play, or the last one there */
    uint8_t must_count; /* a lockout has left open which set is where: a build begins with that */
    uint8_t by_key; /* a key called for the next hand */
    volatile uint8_t is_cut; /* by the interrupt: no motor turns before the loop has heard of it */
    uint32_t allowed_until_ms;
} wired_machine;

/* Connect a board and its machine, at rest, or locked by what cut the last job off. Of `calls`
 * the port has filled in `keep`, `dictionary` and its size, where it has them `chance`, `flash` and `set_baud`,
 * and `lines`. */
void wired_machine_begin(wired_machine *self, tlb_board *board, const tlp_sync_answer *hello,
                         const uint8_t cells[TLB_CELLS], uint32_t now);

/* Look at what the wires say, and go on. */
void wired_machine_turn(wired_machine *self, uint32_t now);

/* Return whether a job of that work runs and is not paused. */
int wired_machine_moves(const wired_machine *self, uint8_t which);

/* A key of the table was pressed: do what it is for, and tell the host. */
void wired_machine_press(wired_machine *self, uint8_t key, uint16_t held_ms);

/* What befalls a table: what runs fails (the job of the hand, if there is one), a key calls for a job, the emergency stop is pressed or
 * let go, somebody at the console allows motions by the operator for a minute. */
void wired_machine_fail(wired_machine *self, uint16_t code, uint8_t side);
void wired_machine_start_by_key(wired_machine *self, uint8_t kind);
void wired_machine_stop(wired_machine *self);
void wired_machine_release(wired_machine *self);
void wired_machine_allow(wired_machine *self);

#endif
