#include "desk.h"

#include "wired_upkeep.h"

#define CHECK_MS 250u
#define TILE_MS 300u
#ifndef DESK_PACE
#define DESK_PACE 1 /* so many times as fast as a table */
#endif
#define TAKES(ms) ((ms) / DESK_PACE)

static const uint16_t TAKES_MS[WIRED_LINES] = {
    [WIRED_LID_OPEN] = TAKES(500),   [WIRED_INTAKE] = TAKES(1000),     [WIRED_LID_CLOSE] = TAKES(500),
    [WIRED_MIXER] = TAKES(4000),     [WIRED_HEADS] = TAKES(16000),     [WIRED_LIFT_UP] = TAKES(3000),
    [WIRED_LIFT_DOWN] = TAKES(3000), [WIRED_DICE] = TAKES(3500),       [WIRED_DICE_REST] = TAKES(1000),
    [WIRED_HOME] = TAKES(5000),      [WIRED_COUNT] = TAKES(4000),      [WIRED_TEST] = TAKES(3000),
    [WIRED_CHUTES] = TAKES(3000),    [WIRED_REVERSE] = TAKES(1000),    [WIRED_PART] = TAKES(2000),
};

#define IN_SLOTS (WIRED_SET_SLOTS | WIRED_SET_WHOLE)

static uint8_t throw_die(desk *self)
{
    uint32_t eye;
    do { /* every face is as likely: the few numbers above the last whole six are drawn again */
        self->chance ^= self->chance << 13;
        self->chance ^= self->chance >> 17;
        self->chance ^= self->chance << 5;
        eye = self->chance >> 5;
    } while (eye >= 134217726u);
    return (uint8_t)(1 + eye % 6);
}

static void begin(void *to, uint8_t which, uint8_t kind, uint8_t dice)
{
    desk *self = to;
    desk_track *track = &self->track[which];
    memset(track, 0, sizeof *track);
    track->kind = kind;
    track->is_begun = 1;
    if (which == TLB_HAND)
        self->dice = dice;
}

static uint32_t left(const desk *self, const desk_track *track)
{
    return tlb_is_due(self->table->now_ms, track->due_ms) ? 0 : track->due_ms - self->table->now_ms;
}

static void drive(void *to, uint8_t which, uint8_t line)
{
    desk *self = to;
    desk_track *track = &self->track[which];
    if (line == track->line)
        return;
    if (line == WIRED_REST) {
        track->left_ms = left(self, track);
        track->before = track->line;
    } else {
        track->due_ms = self->table->now_ms + (track->left_ms ? track->left_ms : TAKES_MS[line]);
        track->left_ms = 0;
        if (line == WIRED_HEADS && self->lies[track->set])
            self->lies[track->set] |= WIRED_SET_SLOTS;
        if (track->is_begun)
            self->began(track->kind);
        track->is_begun = 0;
    }
    track->line = line;
}

/* The lid has closed over tiles that were pushed in: off the table top, or out of their box. */
static void take_in(desk *self, uint8_t set)
{
    if (self->lies[set] & WIRED_SET_TOP || !(self->lies[!set] & WIRED_SET_TOP))
        self->on &= (uint8_t)~WIRED_IS_UP;
    self->lies[set] = WIRED_SET_LOOSE;
}

/* Walls of the slots come to lie on the lifters. */
static void lift(desk *self)
{
    self->on |= WIRED_IS_UP;
    for (uint8_t set = 0; set < sizeof self->lies; set++)
        if ((self->lies[set] & IN_SLOTS) == IN_SLOTS)
            self->lies[set] ^= WIRED_SET_SLOTS | WIRED_SET_TOP;
}

/* A movement has come to its end. */
static void finish(desk *self, const desk_track *track)
{
    switch (track->line) {
    case WIRED_LID_OPEN:
        self->on |= WIRED_IS_OPEN;
        break;
    case WIRED_LID_CLOSE:
        if (track->before == WIRED_INTAKE)
            take_in(self, track->set);
        self->on &= (uint8_t)~WIRED_IS_OPEN;
        break;
    case WIRED_HOME:
        self->on &= (uint8_t)~WIRED_IS_OPEN;
        break;
    case WIRED_MIXER:
        if (self->lies[track->set])
            self->lies[track->set] = WIRED_SET_LOOSE;
        break;
    case WIRED_HEADS:
        self->lies[track->set] = (uint8_t)(IN_SLOTS | (self->table->gear.deal ? WIRED_SET_DEALT : 0));
        break;
    case WIRED_LIFT_UP:
        lift(self);
        break;
    case WIRED_LIFT_DOWN:
        self->on &= (uint8_t)~WIRED_IS_UP;
        break;
    case WIRED_CHUTES:
        self->lies[0] &= (uint8_t)~WIRED_SET_DEALT;
        self->lies[1] &= (uint8_t)~WIRED_SET_DEALT;
        break;
    case WIRED_DICE:
        for (uint8_t die = 0; die < self->dice; die++)
            self->pips[die] = throw_die(self);
        break;
    default:
        break;
    }
}

static uint8_t way(void *to, uint8_t which)
{
    desk *self = to;
    const desk_track *track = &self->track[which];
    if (track->line == WIRED_HEADS && !self->lies[track->set])
        return WIRED_FAILED; /* there are no tiles to build with */
    if (left(self, track) == 0) {
        finish(self, track);
        return WIRED_DONE;
    }
    return (uint8_t)(99u * (TAKES_MS[track->line] - left(self, track)) / TAKES_MS[track->line]);
}

static uint16_t fault(void *to, uint8_t which, uint8_t *side)
{
    (void)to;
    (void)which;
    *side = TLP_NO_SIDE;
    return TLP_FAULT_SHORT_COUNT;
}

static uint8_t switches(void *to)
{
    const desk *self = to;
    uint8_t all = self->lies[0] | self->lies[1];
    return (uint8_t)(self->on | (all & WIRED_SET_WHOLE ? WIRED_IS_BUILT : 0) |
                     (all & WIRED_SET_DEALT ? WIRED_IS_DEALT : 0));
}

static uint8_t lies(void *to, uint8_t set)
{
    return ((const desk *)to)->lies[set];
}

static void choose(void *to, uint8_t which, uint8_t set)
{
    ((desk *)to)->track[which].set = set;
}

static uint16_t count_set(void *to, uint8_t set)
{
    const desk *self = to;
    int is_below = self->lies[set] && !(self->lies[set] & WIRED_SET_TOP && self->on & WIRED_IS_UP);
    return is_below ? self->table->gear.count : 0;
}

static uint16_t count(void *to)
{
    const desk *self = to;
    return self->table->lines.sets ? (uint16_t)(count_set(to, 0) + count_set(to, 1))
                                   : self->table->gear.count;
}

static uint8_t pips(void *to, uint8_t reader, uint8_t die)
{
    (void)reader;
    return ((const desk *)to)->pips[die];
}

static void plan(void *to, const tlp_set_gear *gear)
{
    (void)to;
    (void)gear;
}

static void aim(void *to, uint8_t mechanism, uint8_t side, int16_t distance)
{
    (void)to;
    (void)mechanism;
    (void)side;
    (void)distance;
}

static void show(void *to, const tlb_setting *setting)
{
    (void)to;
    (void)setting;
}

/* What a table would read: its light barriers, its motors, its supply. */
static int16_t input(void *to, uint8_t number)
{
    const desk *self = to;
    uint8_t hand = self->track[TLB_HAND].line, beside = self->track[TLB_BESIDE].line;
    const desk_track *heads = &self->track[beside == WIRED_HEADS ? TLB_BESIDE : TLB_HAND];
    int turns = beside != WIRED_REST || (hand != WIRED_REST && hand != WIRED_DICE_REST &&
                                         hand != WIRED_COUNT && hand != WIRED_INTAKE);
    switch (number) {
    case WIRED_LID_IS_CLOSED:
        return !(self->on & WIRED_IS_OPEN);
    case WIRED_WALLS_ARE_UP:
        return (self->on & WIRED_IS_UP) != 0;
    case WIRED_CURRENT:
        return turns ? 1500 : 0;
    case WIRED_WARMTH:
        return 250;
    case WIRED_SUPPLY:
        return turns ? 2402 : 2420;
    default: /* a tile passes the heads now and then */
        return heads->line == WIRED_HEADS && left(self, heads) / TILE_MS % 2 ? 250 : 4000;
    }
}

wired_lines desk_lines(desk *self, uint8_t sets)
{
    static const wired_sets two = {lies, choose, count_set};
    wired_lines lines = {self, begin, drive, way,  fault, switches, count,
                         pips, plan,  0,     aim,  show,  input,    sets == 2 ? &two : NULL};
    self->lies[0] = WIRED_SET_LOOSE;
    return lines;
}

uint32_t desk_wait(const desk *self)
{
    uint32_t wait = UINT32_MAX;
    for (uint8_t which = 0; which < TLB_WORKS; which++) {
        const desk_track *track = &self->track[which];
        uint32_t due = left(self, track) < CHECK_MS ? left(self, track) : CHECK_MS;
        if (track->line != WIRED_REST && due < wait)
            wait = due;
    }
    return wait;
}
