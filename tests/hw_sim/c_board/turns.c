/* The board and a machine on a desk, in the time that whoever drives them says: a program that
 * reads turns from its input and writes what comes of each.
 *
 * In:  B boot u32, cause u8, now u32, dictionary u16 + bytes, cells         start
 *      T now u32, bytes u16 + bytes                                        a turn
 *      F code u16, side u8 · K key u16, held u16                           a jam, a key
 *      D kind u8                                                   a job by a key of the table
 *      R · A · S                             release the stop, allow motions, count and wear
 *      answers to J: I bytes u16 + bytes, heard meanwhile in the interrupt · W kept u8, its end
 * Out: J slot u8, bytes u16 + bytes                          cells to be written; it waits for W
 *      M kind u8 · X · E              a motor turns, is cut off by a stop; the end of I
 *      O bytes u16 + bytes, wait u32                                       the end of B, T, D and F
 *      S bad u32, foreign u32, wear u32    runs of noise, frames of other sessions, writes a slot
 */
#include <stdio.h>

#include "../../../firmware_bridge/board/wired/desk.h"
#include "pipe.h"

static desk wires;
static wired_lines lines; /* those of the desk, but a stop in the interrupt is told */
static uint8_t is_in_interrupt;

static void say(uint8_t letter, const uint8_t *data, size_t size)
{
    putchar(letter);
    fwrite(data, 1, size, stdout);
}

static void hear(const uint8_t *data, size_t size)
{
    is_in_interrupt = 1;
    for (size_t at = 0; at < size; at++)
        tlb_board_interrupt(&board, data[at]);
    is_in_interrupt = 0;
}

static void drive(void *self, uint8_t line)
{
    if (is_in_interrupt && wired_machine_moves(&table))
        putchar('X');
    lines.drive(self, line);
}

/* The port brings bytes while the loop stands still in a write: the interrupt has them first. */
static void interrupt(void)
{
    const uint8_t *data;
    size_t size = read_bytes(&data);
    hear(data, size);
    putchar('E');
    fflush(stdout);
}

static int keep(void *self, uint8_t slot, const uint8_t *cells, uint16_t size)
{
    uint8_t head[3];
    (void)self;
    head[0] = slot;
    tlp_put(head + 1, size, 2);
    say('J', head, sizeof head);
    fwrite(cells, 1, size, stdout);
    fflush(stdout);
    while (getchar() == 'I')
        interrupt();
    return (int)number(1);
}

static void began(uint8_t kind)
{
    say('M', &kind, 1);
}

static void finish(void)
{
    static uint8_t out[2 + PIPE_ROOM + 4];
    size_t size = tlb_board_write(&board, out + 2, PIPE_ROOM);
    uint32_t wait = tlb_board_wait(&board), machine = desk_wait(&wires);
    tlp_put(out, size, 2);
    tlp_put(out + 2 + size, machine < wait ? machine : wait, 4);
    say('O', out, 2 + size + 4);
    fflush(stdout);
}

static void boot(void)
{
    static uint8_t cells[TLB_SLOTS * TLB_SLOT];
    tlp_sync_answer hello;
    uint32_t now = read_start(&hello);
    need(cells, sizeof cells);
    table.calls.keep = keep;
    wires.table = &table;
    wires.began = began;
    wires.chance = hello.boot_id | 1;
    lines = table.lines = desk_lines(&wires);
    table.lines.drive = drive;
    wired_machine_begin(&table, &board, &hello, cells, now);
    finish();
}

static void turn(void)
{
    const uint8_t *data;
    uint32_t now = number(4);
    size_t size = read_bytes(&data);
    table.now_ms = now;
    hear(data, size);
    tlb_board_receive(&board, data, size, now);
    tlb_board_turn(&board, now);
    wired_machine_turn(&table, now);
    finish();
}

static void count(void)
{
    uint8_t row[12];
    tlp_put(row, board.deframer.bad, 4);
    tlp_put(row + 4, board.link.foreign, 4);
    tlp_put(row + 8, tlb_board_wear(&board), 4);
    say('S', row, sizeof row);
    fflush(stdout);
}

int main(void)
{
    int letter;
    while ((letter = getchar()) != EOF) {
        if (letter == 'B') {
            boot();
        } else if (letter == 'T') {
            turn();
        } else if (letter == 'F') {
            uint16_t code = (uint16_t)number(2);
            wired_machine_fail(&table, code, (uint8_t)number(1));
            finish();
        } else if (letter == 'K') {
            uint16_t key = (uint16_t)number(2);
            tlb_board_pressed(&board, key, (uint16_t)number(2));
        } else if (letter == 'D') {
            wired_machine_start_by_key(&table, (uint8_t)number(1));
            finish();
        } else if (letter == 'R') {
            wired_machine_release(&table);
        } else if (letter == 'A') {
            wired_machine_allow(&table);
        } else if (letter == 'S') {
            count();
        }
    }
    return 0;
}
