/* The wires of a table behind a serial line: outputs and inputs as numbered registers.
 *
 * Out, four bytes: 0x80 + register, value 0-6, value 7 and the chip's milliseconds 0-5, ms 6-12.
 * In, three bytes: 0x80 + register, value 0-6, value 7.
 */
#ifndef EXPANDER_H
#define EXPANDER_H

#include "../wired/wired_upkeep.h"
#include "port.h"

enum { /* outputs */
    EXPANDER_JOB = 1, /* begins */
    EXPANDER_DICE,
    EXPANDER_LINE,
    EXPANDER_STORE, /* a write has begun: 1, or is over: 0 */
    EXPANDER_FRAME, /* the line to the host brought the end of a frame */
    EXPANDER_PLAN, /* stacks of the four sides, then tiles / 2, tiles dealt, players */
    EXPANDER_STARTED = 13, /* the cause of the reset */
    EXPANDER_PART,         /* that JAM_CLEAR and JOG move: its number, its side */
    EXPANDER_DISTANCE = 16, /* so many millimetres, two bytes with a sign */
    EXPANDER_RELAYS = 18    /* of a button box, one bit each */
};

enum { /* inputs */
    EXPANDER_SWITCHES = 1,
    EXPANDER_COUNT, /* of the tiles, two bytes */
    EXPANDER_FAULT = 4, /* what the movement met, two bytes */
    EXPANDER_SIDE = 6,
    EXPANDER_PIPS, /* three of one reader, three of the other */
    EXPANDER_KEY = 13, /* 1 + the number of the last one pressed, kept until the loop has seen it */
    EXPANDER_STOP, /* the wired emergency stop */
    EXPANDER_HANG, /* the loop is to stand still: tries the watchdog */
    EXPANDER_WAY, /* one of each line */
    EXPANDER_PANEL = EXPANDER_WAY + WIRED_LINES, /* what a button box sees, two bytes */
    EXPANDER_COIN = 64, /* pulses of the coin slot so far, running over */
    EXPANDER_RAW, /* two bytes of each input of `wired_upkeep.h` */
    EXPANDER_INPUTS = EXPANDER_RAW + 2 * WIRED_INPUTS
};

/* The port sends what it is given, at once, and brings each byte that comes. */
void expander_send(const uint8_t *data, size_t size);
void expander_received(uint8_t byte);

/* Return an input; let one be 0 until it is told anew. */
uint8_t expander_input(uint8_t what);
void expander_forget(uint8_t what);

/* Tell of an output. */
void expander_tell(uint8_t what, uint8_t value);

#endif
