/* Slots in an EEPROM or FRAM of the AT24C kind, on two wires that the port moves. */
#include "at24c.h"

#define DEVICE 0xA0u
#define PAGE 32u
#ifndef PAGE_MS
#define PAGE_MS 5u /* so long a page takes at most, by the data sheet */
#endif

static void start_or_stop(int stops)
{
    i2c_drive(!stops, I2C_SDA);
    i2c_drive(1, I2C_SCL);
    i2c_drive(stops, I2C_SDA);
    i2c_drive(stops, I2C_SCL);
}

/* Clock a byte out, or in where it is 0xFF; return what was on the wire, then the acknowledgement. */
static uint32_t clock(uint32_t bits)
{
    uint32_t seen = 0;
    for (uint32_t bit = 9; bit-- > 0;) {
        i2c_drive((int)(bits >> bit & 1), I2C_SDA);
        i2c_drive(1, I2C_SCL);
        seen = seen << 1 | (uint32_t)i2c_sees();
        i2c_drive(0, I2C_SCL);
    }
    return seen;
}

/* Address the EEPROM; return whether it is there. */
static int address(uint32_t at)
{
    start_or_stop(0);
    return !((clock(DEVICE << 1 | 1) & 1) | (clock((at >> 8) << 1 | 1) & 1) |
             (clock((at & 0xFF) << 1 | 1) & 1));
}

void port_read_cells(uint8_t *cells)
{
    if (!address(0))
        return;
    start_or_stop(0);
    clock((DEVICE | 1) << 1 | 1);
    for (uint32_t at = 0; at < PORT_CELLS; at++)
        cells[at] = (uint8_t)(clock(0xFFu << 1 | (at + 1 == PORT_CELLS)) >> 1);
    start_or_stop(1);
}

int port_keep(uint8_t slot, const uint8_t *cells, uint16_t size)
{
    int is_kept = 1;
    for (uint32_t at = 0; at < size && is_kept; at += PAGE) {
        is_kept = address(slot * (uint32_t)TLB_SLOT + at);
        for (uint32_t byte = at; is_kept && byte < size && byte < at + PAGE; byte++)
            is_kept = !(clock((uint32_t)cells[byte] << 1 | 1) & 1);
        start_or_stop(1);
        port_pause(PAGE_MS);
    }
    return is_kept;
}
