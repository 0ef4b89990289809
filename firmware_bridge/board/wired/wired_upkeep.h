/* What a wired machine has for service people: its inputs, parameters and mechanisms by number.
 *
 * The dictionary of the port lists them in the same order.
 */
#ifndef WIRED_UPKEEP_H
#define WIRED_UPKEEP_H

#include "wired_machine.h"

enum { /* inputs, as `wired_lines` reads them */
    WIRED_S1, /* millivolts of the sensors at the heads of sides 0 to 3 */
    WIRED_LID_IS_CLOSED = WIRED_S1 + 4,
    WIRED_WALLS_ARE_UP,
    WIRED_CURRENT, /* milliamperes of the motors */
    WIRED_WARMTH, /* of the motors, in tenths of a degree */
    WIRED_SUPPLY, /* in hundredths of a volt */
    WIRED_INPUTS
};

enum { WIRED_DROP_LIMIT, WIRED_BUILD_LIMIT, WIRED_PARAMETERS };

/* Connect the board with what the machine has, where its lines read inputs. */
void wired_upkeep_begin(wired_machine *self);

/* Note that this line drives the motors of a job from now on: count and time what turns. */
void wired_upkeep_drive(wired_machine *self, uint8_t which, uint8_t line);

/* Return after how many seconds a movement of this line is given up. */
uint16_t wired_upkeep_limit(const wired_machine *self, uint8_t line);

#endif
