/* The board and a bare machine, in the time that whoever drives them says: a program that
 * reads turns from its input and writes what comes of each.
 *
 * In:  B boot u32, cause u8, now u32, dictionary u16 + bytes, cells 512    start
 *      T now u32, bytes u16 + bytes                                        a turn
 *      F code u16, side u8 · K key u16, held u16                           a jam, a key
 *      R · A · S                                       release the stop, allow motions, count
 * Out: J slot u8, cells 256 · M kind u8                                    cells written, a motor
 *      O bytes u16 + bytes, wait u32                                       the end of B and T
 *      S bad u32, foreign u32                          runs of noise, frames of other sessions
 */
#include <stdio.h>
#include <stdlib.h>

#include "bare_machine.h"

#define ROOM 8192
#define DICTIONARY 4096

static tlb_board board;
static bare_machine table;
static uint8_t dictionary[DICTIONARY];

static void need(uint8_t *to, size_t size)
{
    if (fread(to, 1, size, stdin) != size)
        exit(0); /* the power is gone */
}

static uint32_t number(size_t size)
{
    uint8_t bytes[4];
    need(bytes, size);
    return (uint32_t)tlp_get(bytes, size);
}

static void say(uint8_t letter, const uint8_t *data, size_t size)
{
    putchar(letter);
    fwrite(data, 1, size, stdout);
}

static void keep(void *self, uint8_t slot, const uint8_t *cells)
{
    uint8_t row[1 + TLB_SLOT];
    (void)self;
    row[0] = slot;
    memcpy(row + 1, cells, TLB_SLOT);
    say('J', row, sizeof row);
}

static void began(uint8_t kind)
{
    say('M', &kind, 1);
}

static void finish(void)
{
    static uint8_t out[2 + ROOM + 4];
    size_t size = tlb_board_write(&board, out + 2, ROOM);
    uint32_t wait = tlb_board_wait(&board), machine = bare_machine_wait(&table);
    tlp_put(out, size, 2);
    tlp_put(out + 2 + size, machine < wait ? machine : wait, 4);
    say('O', out, 2 + size + 4);
    fflush(stdout);
}

static void boot(void)
{
    static uint8_t cells[TLB_SLOTS * TLB_SLOT];
    tlp_sync_answer hello = {0, 0, 0, 0, 0};
    uint32_t now;
    hello.boot_id = number(4);
    hello.reset_cause = (uint8_t)number(1);
    now = number(4);
    board.dictionary = dictionary;
    board.dictionary_size = (uint16_t)number(2);
    if (board.dictionary_size > sizeof dictionary)
        exit(2);
    need(dictionary, board.dictionary_size);
    need(cells, sizeof cells);
    table.calls.keep = keep;
    table.began = began;
    bare_machine_begin(&table, &board, &hello, cells, now);
    finish();
}

static void turn(void)
{
    static uint8_t data[UINT16_MAX];
    uint32_t now = number(4);
    size_t size = number(2);
    need(data, size);
    table.now_ms = now;
    tlb_board_receive(&board, data, size, now);
    tlb_board_turn(&board, now);
    bare_machine_turn(&table, now);
    finish();
}

static void count(void)
{
    uint8_t row[8];
    tlp_put(row, board.deframer.bad, 4);
    tlp_put(row + 4, board.link.foreign, 4);
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
            bare_machine_fail(&table, code, (uint8_t)number(1));
        } else if (letter == 'K') {
            uint16_t key = (uint16_t)number(2);
            tlb_board_pressed(&board, key, (uint16_t)number(2));
        } else if (letter == 'R') {
            bare_machine_release(&table);
        } else if (letter == 'A') {
            bare_machine_allow(&table);
        } else if (letter == 'S') {
            count();
        }
    }
    return 0;
}
