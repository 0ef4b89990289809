/* The plug of an operating panel at the pins of a chip, for a button box; `on_panel.c` does the rest. */
#ifndef PANEL_H
#define PANEL_H

#include "../button_box/button_box.h"
#include "port.h"

/* What the pins see beside the inputs of the box. */
#define PANEL_COUNTER 0x80     /* of the head: on for each stack */
#define PANEL_SWITCH 0x0F00    /* four wires of the switch for the set */
#define PANEL_SWITCH_AT 8
#define PANEL_INPUTS 12

#ifndef PANEL_GEARS
#define PANEL_GEARS {136, 144} /* tiles at each place of the switch, from 0 on */
#endif

/* Return what is on now, not debounced: BOX_IS_… and BOX_KEY_…, counter and switch. */
uint16_t panel_inputs(void);

/* Close or open a relay; in the receive interrupt, too. */
void panel_relay(uint8_t relay, uint8_t is_closed);

#endif
