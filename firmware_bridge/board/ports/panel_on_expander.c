/* The plug of a panel behind an expander: how an emulated chip meets a simulated table. */
#include "expander.h"
#include "panel.h"

uint16_t panel_inputs(void)
{
    return (uint16_t)(expander_input(EXPANDER_PANEL) | expander_input(EXPANDER_PANEL + 1) << 8);
}

void panel_relay(uint8_t relay, uint8_t is_closed)
{
    static uint8_t closed;
    uint8_t bit = (uint8_t)(1u << relay), now = (uint8_t)(is_closed ? closed | bit : closed & ~bit);
    if (now == closed)
        return;
    closed = now;
    expander_tell(EXPANDER_RELAYS, closed);
}
