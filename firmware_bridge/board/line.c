#include "line.h"

uint16_t tlb_line_ask(tlb_line *line, const uint32_t *bauds, uint32_t baud)
{
    int is_known = baud == TLP_BAUD;
    for (; line->set && bauds && *bauds; bauds++)
        is_known = is_known || *bauds == baud;
    if (!is_known)
        return TLP_FAULT_BAD_ARGUMENT;
    line->next = baud;
    return 0;
}

static void go_over(tlb_line *line, uint32_t baud)
{
    line->baud = baud == TLP_BAUD ? 0 : baud;
    if (line->set)
        line->set(line->self, baud);
}

void tlb_line_sent(tlb_line *line, uint32_t now)
{
    if (!line->next)
        return;
    go_over(line, line->next);
    line->next = 0;
    line->heard_ms = now;
}

int tlb_line_falls_back(tlb_line *line, uint32_t now)
{
    if (!line->baud || !tlb_is_due(now, line->heard_ms + TLP_FALL_BACK_MS))
        return 0;
    go_over(line, TLP_BAUD);
    return 1;
}
