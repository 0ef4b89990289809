/* A board that lies on a desk, with no table: its movements take their time, and nothing turns. */
#include "../wired/desk.h"
#include "port.h"

static desk wires;

static void nobody(uint8_t kind) { (void)kind; }

wired_lines port_lines(wired_machine *table, uint32_t chance)
{
    wires.table = table;
    wires.chance = chance | 1;
    wires.began = nobody;
    return desk_lines(&wires, 1);
}

void port_look(wired_machine *table) { (void)table; }
