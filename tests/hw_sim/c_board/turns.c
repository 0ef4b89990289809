/* The board and a machine on a desk, in the time that whoever drives them says: a program that
 * reads turns from its input and writes what comes of each.
 *
 * In:  B boot u32, cause u8, now u32, dictionary u16 + bytes, cells         start
 *      T now u32, bytes u16 + bytes                                        a turn
 *      F code u16, side u8 · K key u16, held u16                           a jam, a key
 *      D kind u8                                                   a job by a key of the table
 *      C slot u16, pulses u16                                               a coin
 *      Z                                              the movement comes to no end
 *      R · A · S                             release the stop, allow motions, count and wear
 *      answers to J: I bytes u16 + bytes, heard meanwhile in the interrupt · W kept u8, its end
 * Out: J slot u8, bytes u16 + bytes                          cells to be written; it waits for W
 *      M kind u8 · X · E              a motor turns, is cut off by a stop; the end of I
 *      O bytes u16 + bytes, wait u32                                       the end of B, T, D and F
 *      V message u8, place u8, value u32                                   what is shown now
 *      U bytes u32 + bytes · G                 a program to start with; a host has reached this one
 *      L baud u32 · l baud u32     the line runs at another speed: now, once O's bytes have left
 *      S bad u32, foreign u32, wear u32    runs of noise, frames of other sessions, writes a slot
 */
#include <stdio.h>

#include "../../../firmware_bridge/board/wired/desk.h"
#include "pipe.h"

#define PLACE 2048

static const uint32_t bauds[] = {250000, 1000000, 0};

static desk wires;
static wired_lines lines; /* those of the desk, but a stop in the interrupt is told */
static uint8_t sets = 1; /* of tiles that the table holds */
static uint8_t is_leaving; /* what was written */
static uint8_t is_in_interrupt, is_held; /* its movement is always about to end */
static uint8_t place[PLACE]; /* for another program */

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

static void drive(void *self, uint8_t which, uint8_t line)
{
    if (is_in_interrupt && wired_machine_moves(&table, which))
        putchar('X');
    lines.drive(self, which, line);
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

/* Which part of a table shows what: a number says it in short. */
static void show(void *self, const tlb_setting *setting)
{
    uint8_t row[6] = {0, 0, 0, 0, 0, 0};
    (void)self;
    row[0] = setting->message;
    if (setting->message == TLP_MESSAGE_SCORE_DISPLAY) {
        row[1] = setting->to.score.seat;
        tlp_put(row + 2, (uint64_t)setting->to.score.points, 4);
    } else if (setting->message == TLP_MESSAGE_LIGHTS) {
        row[1] = setting->to.lights.zone;
        memcpy(row + 2, setting->to.lights.rgb, 3);
        row[5] = setting->to.lights.pattern;
    } else if (setting->message == TLP_MESSAGE_SOUND) {
        row[2] = setting->to.sound.sound;
        row[3] = setting->to.sound.volume;
    } else {
        row[2] = setting->to.indicators.count;
    }
    say('V', row, sizeof row);
}

static void throw_seed(void *self, uint8_t *to, uint8_t size)
{
    static uint32_t chance = 0x2545F491u;
    (void)self;
    chance ^= board.hello.boot_id;
    while (size--) {
        chance = 1664525u * chance + 1013904223u;
        *to++ = (uint8_t)(chance >> 24);
    }
}

static int write_program(void *self, uint32_t at, const uint8_t *data, uint8_t size)
{
    (void)self;
    memcpy(place + at, data, size);
    return 1;
}

static void read_program(void *self, uint32_t at, uint8_t *to, uint8_t size)
{
    (void)self;
    memcpy(to, place + at, size);
}

static void restart(void *self, uint32_t size)
{
    uint8_t head[4];
    (void)self;
    tlp_put(head, size, sizeof head);
    say('U', head, sizeof head);
    fwrite(place, 1, size, stdout);
}

static void reached(void *self)
{
    (void)self;
    putchar('G');
}

static void set_baud(void *self, uint32_t baud)
{
    uint8_t row[4];
    (void)self;
    tlp_put(row, baud, sizeof row);
    say(is_leaving ? 'l' : 'L', row, sizeof row);
}

static void finish(void)
{
    static uint8_t out[2 + PIPE_ROOM + 4];
    size_t size = tlb_board_write(&board, out + 2, PIPE_ROOM);
    uint32_t wait, machine = desk_wait(&wires);
    is_leaving = 1;
    tlb_board_sent(&board, table.now_ms);
    is_leaving = 0;
    wait = tlb_board_wait(&board);
    tlp_put(out, size, 2);
    tlp_put(out + 2 + size, machine < wait ? machine : wait, 4);
    say('O', out, 2 + size + 4);
    fflush(stdout);
}

static void boot(void)
{
    static uint8_t cells[TLB_CELLS];
    tlp_sync_answer hello;
    uint32_t now = read_start(&hello);
    need(cells, sizeof cells);
    static const tlb_flash flash = {NULL, PLACE, write_program, read_program, restart, reached};
    table.calls.keep = keep;
    table.calls.chance = throw_seed;
    table.calls.flash = &flash;
    table.calls.set_baud = set_baud;
    table.calls.bauds = bauds;
    wires.table = &table;
    wires.began = began;
    wires.chance = hello.boot_id | 1;
    lines = table.lines = desk_lines(&wires, sets);
    table.lines.drive = drive;
    table.lines.show = show;
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
    if (is_held)
        wires.track[TLB_HAND].due_ms = wires.track[TLB_BESIDE].due_ms = now + 1;
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

int main(int count_of_words, char **words)
{
    int letter;
    if (count_of_words > 1)
        sets = (uint8_t)(words[1][0] - '0');
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
        } else if (letter == 'C') {
            uint16_t slot = (uint16_t)number(2);
            tlb_board_coin(&board, slot, (uint16_t)number(2));
            finish();
        } else if (letter == 'Z') {
            is_held = 1;
        } else if (letter == 'S') {
            count();
        }
    }
    return 0;
}
