/* A button box: presses the keys of a table as it is sold, and looks at its lamps and switches.
 *
 * The table's own controller moves everything; the box lies on the plug of its panel. It is a
 * wired machine whose lines are keys. What its pins are is the port's, behind `box_pins`.
 */
#ifndef BUTTON_BOX_H
#define BUTTON_BOX_H

#include "../wired/wired_machine.h"

/* What the box closes, each across a key or in a supply. */
typedef enum { BOX_LIFT, BOX_DICE, BOX_SUPPLY, BOX_RELAYS } box_relay;

/* What it sees, debounced. */
#define BOX_IS_READY 1   /* the ready lamp: walls are built */
#define BOX_IS_OPEN 2    /* the console is up */
#define BOX_IS_UP 4      /* the walls are */
#define BOX_IS_ROLLING 8 /* the dice motor has its 5 V */
#define BOX_KEY_LIFT 16  /* people press the table's own keys */
#define BOX_KEY_DICE 32
#define BOX_IS_STOPPED 64 /* the wired stop */

typedef struct {
    void *self;
    /* Close or open a relay; in the receive interrupt, too. Without the box's power all are open. */
    void (*relay)(void *self, uint8_t relay, uint8_t is_closed);
    uint8_t (*inputs)(void *self);
    uint16_t (*pulses)(void *self); /* of the counter at the head, one for each stack */
    uint8_t (*gear)(void *self);    /* tiles that the switch stands at */
} box_pins;

typedef struct {
    box_pins pins;
    wired_machine *table;
    uint32_t began_ms, pressed_ms, person_ms; /* when a person last pressed the lift key */
    uint16_t pulses_at;
    uint8_t line, presses, is_pressing, has_rolled, inputs, by_person;
} button_box;

/* Return the wires of the table behind the box. */
wired_lines box_lines(button_box *self, const box_pins *pins, wired_machine *table);

/* Call it once a turn, ahead of `wired_machine_turn`: keys, the stop, the switch. */
void box_look(button_box *self);

#endif
