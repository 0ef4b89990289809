/* What a microcontroller has to bring; `main.c` is the same on all of them. */
#ifndef PORT_H
#define PORT_H

#include "../wired/wired_machine.h"

#define PORT_CELLS (TLB_CELLS + TLB_SLOT) /* the slots of the board, and one of `main.c` */

/* Start clock, UART, watchdog and interrupts. */
void port_begin(void);

/* Milliseconds since the start; they may run over. */
uint32_t port_now(void);

/* Why it started: a `tlp_reset_cause`. */
uint8_t port_cause(void);

/* Send bytes, which stay where they are until `port_is_sending` is over. */
void port_send(const uint8_t *data, size_t size);
int port_is_sending(void);

/* Let the UART run at another speed, of those that the dictionary names, or at the usual one; its
 * last byte is still on the line. */
void port_set_baud(uint32_t baud);

/* The memory that survives: read it at the start; write a slot, and say whether it is kept. */
void port_read_cells(uint8_t *cells);
int port_keep(uint8_t slot, const uint8_t *cells, uint16_t size);

/* Tell the watchdog that the loop turns; where it is idle, sleep until the next interrupt. */
void port_rest(int is_idle);

/* What the wires are connected to; `chance` is another number at each start. `port_look` is called once a turn: keys, stop and the like. */
wired_lines port_lines(wired_machine *table, uint32_t chance);
void port_look(wired_machine *table);

/* The receive interrupt of a port calls it with each byte, and the second at a BREAK. */
void port_received(uint8_t byte);
void port_broke(void);

/* Keep interrupts off while a few words change that they change, too. */
void port_lock(void);
void port_unlock(void);

#endif
