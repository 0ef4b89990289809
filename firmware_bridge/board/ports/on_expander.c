/* A table whose motors and switches are behind an expander on a serial line. */
#include "expander.h"

#define KEY_MS 100u
#define JOBS (0xFFFFu & ~(1u << TLP_JOB_KIND_DEAL)) /* all but what needs chutes */

static volatile uint8_t driven; /* the line whose motors turn */

static uint16_t wide(uint8_t what)
{
    return (uint16_t)(expander_input(what) | expander_input((uint8_t)(what + 1)) << 8);
}

static void begin(void *self, uint8_t which, uint8_t kind, uint8_t dice)
{
    (void)self;
    (void)which;
    expander_tell(EXPANDER_DICE, dice);
    expander_tell(EXPANDER_JOB, kind);
}

/* What was sensed of the last movement says nothing of this one. */
static void drive(void *self, uint8_t which, uint8_t line)
{
    (void)self;
    if (which != TLB_HAND)
        return; /* it holds one set of tiles */
    expander_forget((uint8_t)(EXPANDER_WAY + line));
    driven = line;
    expander_tell(EXPANDER_LINE, line);
}

static uint8_t way(void *self, uint8_t which)
{
    (void)self;
    (void)which;
    return expander_input((uint8_t)(EXPANDER_WAY + driven));
}

static uint16_t fault(void *self, uint8_t which, uint8_t *side)
{
    (void)self;
    (void)which;
    *side = expander_input(EXPANDER_SIDE);
    return wide(EXPANDER_FAULT);
}

static uint8_t switches(void *self)
{
    (void)self;
    return expander_input(EXPANDER_SWITCHES);
}

static uint16_t count(void *self)
{
    (void)self;
    return wide(EXPANDER_COUNT);
}

static uint8_t pips(void *self, uint8_t reader, uint8_t die)
{
    (void)self;
    return expander_input((uint8_t)(EXPANDER_PIPS + 3 * reader + die));
}

static void plan(void *self, const tlp_set_gear *gear)
{
    (void)self;
    for (uint8_t side = 0; side < sizeof gear->layout; side++)
        expander_tell((uint8_t)(EXPANDER_PLAN + side), gear->layout[side]);
    expander_tell(EXPANDER_PLAN + 4, (uint8_t)(gear->count / 2));
    expander_tell(EXPANDER_PLAN + 5, gear->deal);
    expander_tell(EXPANDER_PLAN + 6, gear->players);
}

static void aim(void *self, uint8_t mechanism, uint8_t side, int16_t distance)
{
    (void)self;
    expander_tell(EXPANDER_PART, mechanism);
    expander_tell(EXPANDER_PART + 1, side);
    expander_tell(EXPANDER_DISTANCE, (uint8_t)distance);
    expander_tell(EXPANDER_DISTANCE + 1, (uint8_t)((uint16_t)distance >> 8));
}

static int16_t input(void *self, uint8_t number)
{
    uint16_t value;
    (void)self;
    port_lock();
    value = wide((uint8_t)(EXPANDER_RAW + 2 * number));
    port_unlock();
    return (int16_t)value;
}

wired_lines port_lines(wired_machine *table, uint32_t chance)
{
    wired_lines lines = {NULL, begin, drive, way,  fault, switches, count,
                         pips, plan,  JOBS,  aim, NULL, input, NULL};
    (void)table;
    (void)chance;
    expander_tell(EXPANDER_STARTED, port_cause());
    for (uint32_t begun = port_now(); !expander_input(EXPANDER_COUNT) && port_now() - begun < 100;)
        port_rest(1); /* the wires say how the table stands */
    return lines;
}

void port_look(wired_machine *table)
{
    static uint8_t is_pressed, coins;
    uint8_t pulses = expander_input(EXPANDER_COIN), stop = expander_input(EXPANDER_STOP), key;
    port_lock();
    key = expander_input(EXPANDER_KEY);
    expander_forget(EXPANDER_KEY);
    port_unlock();
    if (pulses != coins)
        tlb_board_coin(table->board, 0, (uint8_t)(pulses - coins));
    coins = pulses;
    if (key)
        wired_machine_press(table, (uint8_t)(key - 1), KEY_MS);
    if (stop && !is_pressed)
        wired_machine_stop(table);
    else if (!stop && is_pressed)
        wired_machine_release(table);
    is_pressed = stop;
    while (expander_input(EXPANDER_HANG))
        ;
}
