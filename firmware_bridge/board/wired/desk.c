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

/* Which switches a line sets, and which it clears, at its end. */
static const struct {
    uint8_t sets, clears;
} SWITCHES[WIRED_LINES] = {
    [WIRED_LID_OPEN] = {WIRED_IS_OPEN, 0},
    [WIRED_INTAKE] = {0, WIRED_IS_UP | WIRED_IS_BUILT},
    [WIRED_LID_CLOSE] = {0, WIRED_IS_OPEN},
    [WIRED_MIXER] = {0, WIRED_IS_BUILT | WIRED_IS_DEALT},
    [WIRED_CHUTES] = {0, WIRED_IS_DEALT},
    [WIRED_HEADS] = {WIRED_IS_BUILT, 0},
    [WIRED_LIFT_UP] = {WIRED_IS_UP, 0},
    [WIRED_LIFT_DOWN] = {0, WIRED_IS_UP},
    [WIRED_HOME] = {0, WIRED_IS_OPEN},
};

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

static void begin(void *to, uint8_t kind, uint8_t dice)
{
    desk *self = to;
    self->kind = kind;
    self->dice = dice;
    self->line = WIRED_REST;
    self->left_ms = 0;
    self->is_begun = 1;
}

static uint32_t left(const desk *self)
{
    return tlb_is_due(self->table->now_ms, self->due_ms) ? 0 : self->due_ms - self->table->now_ms;
}

static void drive(void *to, uint8_t line)
{
    desk *self = to;
    if (line == self->line)
        return;
    if (line == WIRED_REST) {
        self->left_ms = left(self);
    } else {
        self->due_ms = self->table->now_ms + (self->left_ms ? self->left_ms : TAKES_MS[line]);
        self->left_ms = 0;
        if (self->is_begun)
            self->began(self->kind);
        self->is_begun = 0;
    }
    self->line = line;
}

static uint8_t way(void *to)
{
    desk *self = to;
    if (left(self) == 0) {
        self->on = (uint8_t)((self->on | SWITCHES[self->line].sets) &
                             ~SWITCHES[self->line].clears);
        if (self->line == WIRED_HEADS && self->table->gear.deal)
            self->on |= WIRED_IS_DEALT;
        if (self->line == WIRED_DICE)
            for (uint8_t die = 0; die < self->dice; die++)
                self->pips[die] = throw_die(self);
        return WIRED_DONE;
    }
    return (uint8_t)(99u * (TAKES_MS[self->line] - left(self)) / TAKES_MS[self->line]);
}

static uint16_t fault(void *to, uint8_t *side)
{
    (void)to;
    *side = TLP_NO_SIDE;
    return TLP_FAULT_MOTOR_STALL;
}

static uint8_t switches(void *to)
{
    return ((const desk *)to)->on;
}

static uint16_t count(void *to)
{
    return ((const desk *)to)->table->gear.count;
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
    int turns = self->line != WIRED_REST && self->line != WIRED_DICE_REST &&
                self->line != WIRED_COUNT && self->line != WIRED_INTAKE;
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
        return self->line == WIRED_HEADS && left(self) / TILE_MS % 2 ? 250 : 4000;
    }
}

wired_lines desk_lines(desk *self)
{
    wired_lines lines = {self, begin, drive, way,  fault, switches, count,
                         pips, plan,  0,     aim,  show,  input};
    return lines;
}

uint32_t desk_wait(const desk *self)
{
    uint32_t wait = left(self);
    if (self->line == WIRED_REST)
        return UINT32_MAX;
    return wait < CHECK_MS ? wait : CHECK_MS;
}
