/* How jobs run: step by step, to their end or a fault; within it only. */
#ifndef WIRED_RUNS_H
#define WIRED_RUNS_H

#include "wired_jobs.h"

/* Drive a line; a stop that comes in the interrupt meanwhile has the last word. */
void wired_drive(wired_machine *self, uint8_t which, uint8_t line);

/* Go over to another state of the table; 0 leaves it as it is. */
void wired_go_to(wired_machine *self, uint8_t state);

/* Return the state of a table that stands still, by its switches. */
uint8_t wired_at_rest(const wired_machine *self);

/* Start a job that was verified. */
void wired_start(void *table, uint8_t which, uint8_t kind, const uint8_t *args, uint8_t size);

/* End a job, done or cancelled. */
void wired_end(wired_machine *self, uint8_t which, uint8_t job_state);

/* End what a fault stops: the build beside the hand alone, or what runs, and note it where nothing
 * does. What locks the table stops both, whoever met it. */
void wired_fault(wired_machine *self, uint8_t which, uint16_t code, uint8_t side);

/* Look at what the wires say of a job, and go on. */
void wired_run_on(wired_machine *self, uint8_t which);

/* Return the movement that a job is making. */
const wired_step *wired_now(const wired_machine *self, uint8_t which);

#endif
