#include "button_box.h"

#define PRESS_MS 200u
#define AGAIN_MS 2500u /* a press while the console still moves is lost: it is repeated */
#define MOST_PRESSES 4
#define PERSON_MS 3000u /* so long a person's press may take to be seen */
#define REST_MS 1000u   /* nobody senses when the dice lie still */
#define HOME_MS 5000u   /* a table that gets its power back homes by itself */

static int sees(const button_box *self, uint8_t input)
{
    return self->pins.inputs(self->pins.self) & input;
}

static void release(button_box *self)
{
    self->pins.relay(self->pins.self, BOX_LIFT, 0);
    self->pins.relay(self->pins.self, BOX_DICE, 0);
    self->is_pressing = 0;
}

static uint32_t since(const button_box *self, uint32_t then)
{
    return self->table->now_ms - then;
}

/* Press a key until what it does is seen; return what `way` says meanwhile. */
static uint8_t press(button_box *self, uint8_t relay)
{
    if (self->is_pressing) {
        if (since(self, self->pressed_ms) >= PRESS_MS)
            release(self);
    } else if (!self->presses || since(self, self->pressed_ms) >= AGAIN_MS) {
        if (self->presses == MOST_PRESSES)
            return WIRED_FAILED;
        if (self->presses == 0 && self->by_person && since(self, self->person_ms) < PERSON_MS)
            return 0; /* somebody has just pressed it */
        self->presses++;
        self->pressed_ms = self->table->now_ms;
        self->is_pressing = 1;
        self->pins.relay(self->pins.self, relay, 1);
    }
    return 0;
}

static uint8_t built(const button_box *self)
{
    uint16_t stacks = (uint16_t)(self->table->gear.count / 2);
    uint16_t pulses = (uint16_t)(self->pins.pulses(self->pins.self) - self->pulses_at);
    return (uint8_t)(pulses < stacks ? 99u * pulses / stacks : 99u);
}

static uint8_t rolled(button_box *self)
{
    if (sees(self, BOX_IS_ROLLING)) {
        self->has_rolled = 1;
        release(self);
        return 50;
    }
    return self->has_rolled ? WIRED_DONE : press(self, BOX_DICE);
}

static void begin(void *to, uint8_t which, uint8_t kind, uint8_t dice)
{
    button_box *self = to;
    (void)which;
    (void)kind;
    (void)dice;
    self->line = WIRED_REST;
    self->pulses_at = self->pins.pulses(self->pins.self);
}

static void drive(void *to, uint8_t which, uint8_t line)
{
    button_box *self = to;
    if (which != TLB_HAND)
        return; /* the panel moves one thing at a time */
    release(self);
    if (self->table->is_cut || self->table->is_stopped)
        self->pins.relay(self->pins.self, BOX_SUPPLY, 0);
    if (line != WIRED_REST && line != self->line) {
        self->line = line;
        self->began_ms = self->table->now_ms;
        self->presses = self->has_rolled = 0;
        self->pulses_at = line == WIRED_HEADS ? self->pins.pulses(self->pins.self) : self->pulses_at;
    }
    if (line == WIRED_HOME)
        self->pins.relay(self->pins.self, BOX_SUPPLY, 1);
}

static uint8_t way(void *to, uint8_t which)
{
    button_box *self = to;
    (void)which;
    switch (self->line) {
    case WIRED_LID_OPEN:
        return sees(self, BOX_IS_OPEN) ? WIRED_DONE : press(self, BOX_LIFT);
    case WIRED_INTAKE: /* people push the tiles in, and close by the table's key or on the screen */
        return sees(self, BOX_IS_OPEN) ? 0 : WIRED_DONE;
    case WIRED_LID_CLOSE:
        return sees(self, BOX_IS_OPEN) ? press(self, BOX_LIFT) : WIRED_DONE;
    case WIRED_HEADS:
        return sees(self, BOX_IS_READY) ? WIRED_DONE : built(self);
    case WIRED_LIFT_UP:
        return sees(self, BOX_IS_UP) ? WIRED_DONE : press(self, BOX_LIFT);
    case WIRED_DICE:
        return rolled(self);
    case WIRED_DICE_REST:
        return since(self, self->began_ms) >= REST_MS ? WIRED_DONE : 50;
    case WIRED_HOME:
        return since(self, self->began_ms) >= HOME_MS ? WIRED_DONE : 50;
    default: /* what it does not see takes no time of its own */
        return WIRED_DONE;
    }
}

static uint16_t fault(void *to, uint8_t which, uint8_t *side)
{
    (void)which;
    *side = TLP_NO_SIDE;
    return ((const button_box *)to)->line == WIRED_DICE ? TLP_FAULT_DICE_MOTOR_DEAD
                                                        : TLP_FAULT_NO_MOTION;
}

static uint8_t switches(void *to)
{
    const button_box *self = to;
    return (uint8_t)((sees(self, BOX_IS_OPEN) ? WIRED_IS_OPEN : 0) |
                     (sees(self, BOX_IS_UP) ? WIRED_IS_UP : 0) |
                     (sees(self, BOX_IS_READY) ? WIRED_IS_BUILT : 0));
}

static uint16_t count(void *to)
{
    (void)to;
    return 0; /* nothing counts what falls in */
}

/* Turn the gear that the host is told to the one of the switch. */
static void look_at_gear(button_box *self)
{
    uint8_t tiles = self->pins.gear(self->pins.self);
    uint8_t stacks = (uint8_t)(tiles / 2);
    if (self->table->gear.count == tiles)
        return;
    self->table->gear.count = tiles;
    for (uint8_t side = 0; side < sizeof self->table->gear.layout; side++)
        self->table->gear.layout[side] = (uint8_t)(stacks / 4 + (side < stacks % 4));
    tlb_board_changed(self->table->board);
}

void box_look(button_box *self)
{
    uint8_t now = self->pins.inputs(self->pins.self);
    uint8_t fresh = (uint8_t)(now & ~self->inputs);
    uint8_t gone = (uint8_t)(self->inputs & ~now);
    self->inputs = now;
    look_at_gear(self);
    if (fresh & BOX_IS_STOPPED)
        wired_machine_stop(self->table);
    if (gone & BOX_IS_STOPPED)
        wired_machine_release(self->table);
    if (fresh & BOX_KEY_LIFT && !self->is_pressing) {
        self->by_person = 1;
        self->person_ms = self->table->now_ms;
        wired_machine_press(self->table, TLP_KEY_LIFT, PRESS_MS);
    }
    if (fresh & BOX_KEY_DICE && !self->is_pressing)
        wired_machine_press(self->table, TLP_KEY_DICE, PRESS_MS);
}

wired_lines box_lines(button_box *self, const box_pins *pins, wired_machine *table)
{
    wired_lines lines = {self, begin, drive, way, fault, switches, count, 0, 0, 0, 0, 0, 0, 0};
    memset(self, 0, sizeof *self);
    self->pins = *pins;
    self->table = table;
    lines.jobs = (uint16_t)(1u << TLP_JOB_KIND_NEXT_HAND | 1u << TLP_JOB_KIND_ROLL);
    pins->relay(pins->self, BOX_SUPPLY, 1);
    return lines;
}
