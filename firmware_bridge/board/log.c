#include "log.h"

#define MOST_LINE 48

static const char NAMES[][14] = {
    [0] = "0",
    [TLP_EVENT_KIND_STATE] = "state",
    [TLP_EVENT_KIND_BUTTON] = "button",
    [TLP_EVENT_KIND_FAULT] = "fault",
    [TLP_EVENT_KIND_FAULT_CLEARED] = "fault_cleared",
    [TLP_EVENT_KIND_WARNING] = "warning",
    [TLP_EVENT_KIND_SETS] = "sets",
    [TLP_EVENT_KIND_OWN_JOB] = "own_job",
    [TLP_EVENT_KIND_COIN] = "coin",
};

void tlb_log_add(tlb_log *log, uint32_t ms, uint8_t kind, uint16_t code, uint8_t side)
{
    tlb_log_line line = {ms, code, kind, side};
    log->ring[log->added++ % TLB_LOG] = line;
}

static uint8_t put_number(uint8_t *to, uint32_t number)
{
    uint8_t digits[10];
    uint8_t size = 0, at = 0;
    do
        digits[size++] = (uint8_t)('0' + number % 10);
    while (number /= 10);
    while (at < size) {
        to[at] = digits[size - 1 - at];
        at++;
    }
    return size;
}

static uint8_t put_text(uint8_t *to, const char *text)
{
    uint8_t size = 0;
    for (; *text; text++)
        to[size++] = (uint8_t)*text;
    return size;
}

static uint8_t put_line(uint8_t *to, const tlb_log_line *line)
{
    uint8_t kind = line->kind < sizeof NAMES / sizeof *NAMES ? line->kind : 0;
    uint8_t size = put_number(to, line->ms);
    size = (uint8_t)(size + put_text(to + size, " "));
    size = (uint8_t)(size + put_text(to + size, NAMES[kind]));
    size = (uint8_t)(size + put_text(to + size, " "));
    size = (uint8_t)(size + put_number(to + size, line->code));
    if (line->side != TLP_NO_SIDE) {
        size = (uint8_t)(size + put_text(to + size, " side "));
        size = (uint8_t)(size + put_number(to + size, line->side));
    }
    return (uint8_t)(size + put_text(to + size, "\n"));
}

uint8_t tlb_log_page(const tlb_log *log, uint32_t first, uint8_t text[TLB_LOG_PAGE],
                     uint32_t *following)
{
    uint32_t oldest = log->added > TLB_LOG ? log->added - TLB_LOG + 1 : 1;
    uint32_t number = first > oldest ? first : oldest;
    uint8_t size = 0;
    *following = first;
    for (; number <= log->added; number++) {
        uint8_t line[MOST_LINE];
        uint8_t more = put_line(line, &log->ring[(number - 1) % TLB_LOG]);
        if (size + more > TLB_LOG_PAGE)
            break;
        memcpy(text + size, line, more);
        size = (uint8_t)(size + more);
        *following = number + 1;
    }
    return size;
}
