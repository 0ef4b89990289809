/* A button box on the pins of a chip: what they see is debounced, and its pulses are counted. */
#include "panel.h"

#define STEADY_MS 20u

static button_box box;
static const uint8_t GEARS[] = PANEL_GEARS;
static uint16_t steady, pulses;
static uint32_t changed_ms[PANEL_INPUTS]; /* when each was last as it is taken to be */

static void look(uint32_t now)
{
    uint16_t differs = (uint16_t)(panel_inputs() ^ steady);
    for (uint8_t input = 0; input < PANEL_INPUTS; input++) {
        uint16_t bit = (uint16_t)(1u << input);
        if (!(differs & bit)) {
            changed_ms[input] = now;
        } else if (now - changed_ms[input] >= STEADY_MS) {
            steady ^= bit;
            changed_ms[input] = now;
            pulses = (uint16_t)(pulses + ((steady & bit) == PANEL_COUNTER));
        }
    }
}

static void relay(void *self, uint8_t which, uint8_t is_closed)
{
    (void)self;
    panel_relay(which, is_closed);
}

static uint8_t inputs(void *self)
{
    (void)self;
    return (uint8_t)(steady & 0x7F);
}

static uint16_t counted(void *self)
{
    (void)self;
    return pulses;
}

static uint8_t gear(void *self)
{
    uint8_t place = (uint8_t)((steady & PANEL_SWITCH) >> PANEL_SWITCH_AT);
    (void)self;
    return GEARS[place < sizeof GEARS ? place : sizeof GEARS - 1];
}

wired_lines port_lines(wired_machine *table, uint32_t chance)
{
    static const box_pins pins = {NULL, relay, inputs, counted, gear};
    (void)chance;
    steady = panel_inputs();
    return box_lines(&box, &pins, table);
}

void port_look(wired_machine *table)
{
    look(table->now_ms);
    box_look(&box);
}
