/* A memory of the AT24C kind brings `port_read_cells` and `port_keep`; the port brings what follows. */
#ifndef AT24C_H
#define AT24C_H

#include "port.h"

#define I2C_SCL 1
#define I2C_SDA 2

/* Let a wire go (high) or pull it down; say what is on the data wire. */
void i2c_drive(int high, int wires);
int i2c_sees(void);

/* Do nothing for so many milliseconds; the interrupts go on. */
void port_pause(uint32_t ms);

#endif
