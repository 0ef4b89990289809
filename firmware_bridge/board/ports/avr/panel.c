/* The pins of a button box on an ATmega2560: port A and the low half of port C see, port L closes.
 *
 * An optocoupler pulls its pin down; the pin's own resistor holds it up otherwise.
 */
#include <avr/io.h>

#include "../panel.h"

#define SWITCH 0x0Fu
#define RELAYS ((1u << BOX_RELAYS) - 1)

uint16_t panel_inputs(void)
{
    static uint8_t is_ready;
    uint8_t low, high;
    if (!is_ready) {
        PORTA = 0xFF;
        PORTC |= SWITCH;
        DDRL |= RELAYS;
        is_ready = 1;
    }
    low = (uint8_t)~PINA;
    high = (uint8_t)~PINC & SWITCH;
    return (uint16_t)(low | (uint16_t)high << PANEL_SWITCH_AT);
}

void panel_relay(uint8_t relay, uint8_t is_closed)
{
    uint8_t bit = (uint8_t)(1u << relay);
    PORTL = (uint8_t)(is_closed ? PORTL | bit : PORTL & (uint8_t)~bit);
}
