/* A board on a microcontroller: one loop, and a receive interrupt that hears the stop first. */
#include "port.h"
#include "dictionary.h"

#ifndef PORT_RING
#define PORT_RING (256 * TLB_RECEIVE_WINDOW) /* bytes: the bodies that the host was promised room for */
#endif

#ifndef PORT_NOTE
#define PORT_NOTE(what, value) ((void)0) /* a port with an expander may tell what it does */
#endif

#ifdef PORT_FLASH
extern const tlb_flash PORT_FLASH;
#endif

static tlb_board board;
static wired_machine table;
static struct {
    uint8_t bytes[PORT_RING];
    volatile uint16_t in, out;
} ring;

void port_received(uint8_t byte)
{
    uint16_t next = (uint16_t)((ring.in + 1) % PORT_RING);
    if (byte == 0)
        PORT_NOTE(EXPANDER_FRAME, 0);
    tlb_board_interrupt(&board, byte);
    if (next == ring.out)
        return; /* full: its sender will say it again */
    ring.bytes[ring.in] = byte;
    ring.in = next;
}

void port_broke(void)
{
    tlb_board_break(&board);
}

static size_t received(uint8_t *to, size_t room)
{
    size_t size = 0;
    uint16_t in, out;
    port_lock();
    in = ring.in;
    port_unlock();
    for (out = ring.out; out != in && size < room; out = (uint16_t)((out + 1) % PORT_RING))
        to[size++] = ring.bytes[out];
    port_lock();
    ring.out = out;
    port_unlock();
    return size;
}

static void read_dictionary(void *self, uint16_t at, uint8_t *to, uint8_t size)
{
    (void)self;
    dictionary_read(at, to, size);
}

static const uint32_t bauds[] = {DICTIONARY_BAUDS 0};

static void set_baud(void *self, uint32_t baud)
{
    (void)self;
    port_set_baud(baud);
}

static int keep(void *self, uint8_t slot, const uint8_t *bytes, uint16_t size)
{
    int is_kept;
    (void)self;
    PORT_NOTE(EXPANDER_STORE, 1);
    is_kept = port_keep(slot, bytes, size);
    PORT_NOTE(EXPANDER_STORE, 0);
    return is_kept;
}

/* Return a number that no start had before: a counter in the last slot, stirred by the clock. */
static uint32_t fresh_boot_id(uint8_t *cells)
{
    uint8_t *own = cells + TLB_CELLS;
    uint32_t count = (uint32_t)tlp_get(own, 4) + 1;
    tlp_put(own, count, 4);
    port_keep(TLB_SLOTS + TLB_UPKEEP_SLOTS, own, 4);
    count = tlp_crc32(own, 4) + port_now();
    return count ? count : 1;
}

static void begin(void)
{
    uint8_t cells[PORT_CELLS]; /* the stack is empty yet, and needed for more later */
    tlp_sync_answer hello = {0, 0, 0, 0, 0};
    port_read_cells(cells);
    hello.boot_id = fresh_boot_id(cells);
    hello.reset_cause = port_cause();
    table.lines = port_lines(&table, hello.boot_id);
    table.calls.keep = keep;
    table.calls.dictionary = read_dictionary;
    table.calls.dictionary_size = DICTIONARY_SIZE;
    table.calls.bauds = bauds;
#ifdef PORT_FLASH /* a chip with two places for a program names its `tlb_flash` */
    table.calls.flash = &PORT_FLASH;
#endif
    table.calls.set_baud = set_baud;
    wired_machine_begin(&table, &board, &hello, cells, port_now());
}

int main(void)
{
    static uint8_t out[TLP_MAX_WIRE];
    uint8_t in[64];
    port_begin();
    begin();
    for (;;) {
        uint32_t now = port_now();
        size_t size = received(in, sizeof in);
        tlb_board_receive(&board, in, size, now);
        tlb_board_turn(&board, now);
        port_look(&table);
        wired_machine_turn(&table, now);
        if (!port_is_sending()) {
            size_t due;
            tlb_board_sent(&board, now);
            due = tlb_board_write(&board, out, sizeof out);
            if (due)
                port_send(out, due);
        }
        port_rest(size == 0);
    }
}
