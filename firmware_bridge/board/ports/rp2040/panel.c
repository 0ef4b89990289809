/* The pins of a button box on a Raspberry Pi Pico: GP2 to GP13 see, GP16 to GP18 close.
 *
 * An optocoupler pulls its pin down; the pin's own resistor holds it up otherwise.
 */
#include "hardware/gpio.h"
#include "pico/stdlib.h"

#include "../panel.h"

#define FIRST 2u
#define SEES (((1u << PANEL_INPUTS) - 1) << FIRST)
#define RELAY 16u
#define RELAYS (((1u << BOX_RELAYS) - 1) << RELAY)

uint16_t panel_inputs(void)
{
    static uint8_t is_ready;
    if (!is_ready) {
        gpio_init_mask(SEES | RELAYS);
        gpio_set_dir_out_masked(RELAYS);
        for (uint32_t pin = FIRST; pin < FIRST + PANEL_INPUTS; pin++)
            gpio_pull_up(pin);
        busy_wait_us(100); /* until the resistors have charged what hangs on the wires */
        is_ready = 1;
    }
    return (uint16_t)((~gpio_get_all() & SEES) >> FIRST);
}

void panel_relay(uint8_t relay, uint8_t is_closed)
{
    gpio_put(RELAY + relay, is_closed);
}
