/* What a job has brought when it is done; within it only. */
#ifndef WIRED_RESULTS_H
#define WIRED_RESULTS_H

#include "wired_jobs.h"

/* Write it, and its size; return the fault for which it brought nothing, or 0. */
uint16_t wired_result(wired_machine *self, uint8_t which, uint8_t out[TLB_RESULT], uint8_t *size);

#endif
