#include <stdio.h>
#include <stdlib.h>

#include "pipe.h"

tlb_board board;
wired_machine table;
static uint8_t dictionary[4096];

void need(uint8_t *to, size_t size)
{
    if (fread(to, 1, size, stdin) != size)
        exit(0);
}

uint32_t number(size_t size)
{
    uint8_t bytes[4];
    need(bytes, size);
    return (uint32_t)tlp_get(bytes, size);
}

static void read_dictionary(void *self, uint16_t at, uint8_t *to, uint8_t size)
{
    (void)self;
    memcpy(to, dictionary + at, size);
}

uint32_t read_start(tlp_sync_answer *hello)
{
    uint32_t now;
    memset(hello, 0, sizeof *hello);
    hello->boot_id = number(4);
    hello->reset_cause = (uint8_t)number(1);
    now = number(4);
    table.calls.dictionary_size = (uint16_t)number(2);
    if (table.calls.dictionary_size > sizeof dictionary)
        exit(2);
    need(dictionary, table.calls.dictionary_size);
    table.calls.dictionary = read_dictionary;
    return now;
}

size_t read_bytes(const uint8_t **data)
{
    static uint8_t bytes[UINT16_MAX];
    size_t size = number(2);
    need(bytes, size);
    *data = bytes;
    return size;
}
