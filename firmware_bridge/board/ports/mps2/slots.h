/* Two places for a program, and which of them is started: the PSRAM of the MPS2, which QEMU keeps
 * in a file, stands here for a flash. The chosen one is copied to where programs run. */
#ifndef MPS2_SLOTS_H
#define MPS2_SLOTS_H

#include "../../table_link.h"

#define PLACE_ROOM 0x80000u
#define PLACE(number) ((uint8_t *)(0x21000000u + PLACE_ROOM * (number)))
#define RUNS_AT 0x00100000u
#define TRIALS 3u /* so often a new program is started before a host has reached it */
#define HZ 25000000u
#define WATCHDOG 0x40008000u
#define REG(address) (*(volatile uint32_t *)(address))

/* What is written down of the places, twice: a torn one is passed over for the one before. */
typedef struct {
    uint32_t number, running;
    uint32_t starts; /* of a trial, one more than are left; 0: the program is kept */
    uint32_t size[2], crc[2], check;
} slots_record;

/* Outlasts a reset, but no loss of power: says to a program why it starts. */
#define PORT_UPDATED 0x5AFE7AB2u
extern uint32_t port_mark;

/* Read the newest whole record; return whether there is one. */
int slots_read(slots_record *to);

/* Write a newer one over the older of the two. */
void slots_write(slots_record *record);

/* Return the checksum of so many bytes of a place. */
uint32_t slots_crc(uint32_t place, uint32_t size);

#endif
