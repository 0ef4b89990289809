/* The button box in the time that whoever drives it says: it reads turns from its input and
 * writes what comes of each.
 *
 * In:  B boot u32, cause u8, now u32, dictionary u16 + bytes                                start
 *      T now u32, inputs u8, pulses u16, gear u8, bytes u16 + bytes                     a turn
 * Out: O relays u8, bytes u16 + bytes                                        the end of B and T
 */
#include <stdio.h>

#include "../../../firmware_bridge/board/button_box/button_box.h"
#include "../c_board/pipe.h"

static button_box box;
static uint8_t cells[TLB_CELLS], relays, on, gear = 136;
static uint16_t pulses;

static void relay(void *self, uint8_t which, uint8_t is_closed)
{
    (void)self;
    relays = (uint8_t)(is_closed ? relays | 1u << which : relays & ~(1u << which));
}

static uint8_t inputs(void *self)
{
    (void)self;
    return on;
}

static uint16_t counted(void *self)
{
    (void)self;
    return pulses;
}

static uint8_t switched(void *self)
{
    (void)self;
    return gear;
}

static int keep(void *self, uint8_t slot, const uint8_t *bytes, uint16_t size)
{
    (void)self;
    memcpy(cells + slot * TLB_SLOT, bytes, size);
    return 1;
}

static void finish(void)
{
    static uint8_t out[3 + PIPE_ROOM];
    size_t size = tlb_board_write(&board, out + 3, PIPE_ROOM);
    out[0] = relays;
    tlp_put(out + 1, size, 2);
    putchar('O');
    fwrite(out, 1, 3 + size, stdout);
    fflush(stdout);
}

static void boot(void)
{
    static const box_pins pins = {NULL, relay, inputs, counted, switched};
    tlp_sync_answer hello;
    uint32_t now = read_start(&hello);
    memset(cells, 0xFF, sizeof cells);
    table.calls.keep = keep;
    table.lines = box_lines(&box, &pins, &table);
    wired_machine_begin(&table, &board, &hello, cells, now);
    finish();
}

static void turn(void)
{
    const uint8_t *data;
    uint32_t now = number(4);
    size_t size;
    on = (uint8_t)number(1);
    pulses = (uint16_t)number(2);
    gear = (uint8_t)number(1);
    size = read_bytes(&data);
    table.now_ms = now;
    for (size_t at = 0; at < size; at++)
        tlb_board_interrupt(&board, data[at]);
    tlb_board_receive(&board, data, size, now);
    tlb_board_turn(&board, now);
    box_look(&box);
    wired_machine_turn(&table, now);
    finish();
}

int main(void)
{
    int letter;
    while ((letter = getchar()) != EOF) {
        if (letter == 'B')
            boot();
        else if (letter == 'T')
            turn();
    }
    return 0;
}
