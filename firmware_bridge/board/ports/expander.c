#include "expander.h"

static volatile uint8_t inputs[EXPANDER_INPUTS];

uint8_t expander_input(uint8_t what)
{
    return inputs[what];
}

void expander_forget(uint8_t what)
{
    inputs[what] = 0;
}

void expander_tell(uint8_t what, uint8_t value)
{
    uint32_t ms = port_now();
    uint8_t row[4];
    row[0] = (uint8_t)(0x80 | what);
    row[1] = value & 0x7F;
    row[2] = (uint8_t)(value >> 7 | (ms & 0x3F) << 1);
    row[3] = ms >> 6 & 0x7F;
    port_lock();
    expander_send(row, sizeof row);
    port_unlock();
}

void expander_received(uint8_t byte)
{
    static uint8_t what, low, at;
    if (byte & 0x80) {
        what = byte & 0x7F;
        at = 1;
    } else if (at == 1) {
        low = byte;
        at = 2;
    } else if (at == 2) {
        at = 0;
        if (what < EXPANDER_INPUTS)
            inputs[what] = (uint8_t)(low | byte << 7);
    }
}
