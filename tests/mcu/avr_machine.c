/* Runs firmware for an AVR under simavr: its USART 0 on standard input and output, its EEPROM in a
 * file. simavr is under the GPL: this program is made for the tests, and is no part of what ships.
 *
 *   avr_machine FIRMWARE.elf CHIP EEPROM
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_eeprom.h>
#include <simavr/avr_uart.h>
#include <simavr/avr_watchdog.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#define HZ 16000000u
#define SLICE_US 1000 /* run time between two looks at the input */

static avr_t *avr;
static avr_irq_t *to_chip;
static int is_ready = 1; /* whether the USART has room */
static uint8_t cells[4096];
static int cells_file;

/* Give the chip the cells of the file, all ones where it is new. */
static void bring_cells(const char *file)
{
    avr_eeprom_desc_t all = {cells, 0, sizeof cells};
    memset(cells, 0xFF, sizeof cells);
    cells_file = open(file, O_RDWR | O_CREAT, 0600);
    if (cells_file < 0 || pread(cells_file, cells, sizeof cells, 0) < 0)
        exit(2);
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
}

/* Write the cells to the file where they have changed. */
static void keep_cells(void)
{
    static uint8_t now[sizeof cells];
    avr_eeprom_desc_t all = {now, 0, sizeof now};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    if (memcmp(now, cells, sizeof cells) == 0)
        return;
    memcpy(cells, now, sizeof cells);
    if (pwrite(cells_file, cells, sizeof cells, 0) != sizeof cells)
        exit(2);
}

static void send_byte(struct avr_irq_t *irq, uint32_t byte, void *param)
{
    uint8_t out = (uint8_t)byte;
    (void)irq;
    (void)param;
    keep_cells(); /* what the chip reports of them must hold after a power cut */
    if (write(STDOUT_FILENO, &out, 1) != 1)
        exit(0);
}

static void note_room(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)value;
    is_ready = param != NULL;
}

static void connect(void)
{
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    to_chip = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), send_byte, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), note_room, &is_ready);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), note_room, NULL);
}

/* Give the chip its input while it has room; exit when the input is closed. */
static void listen(void)
{
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};
    while (is_ready && poll(&in, 1, 0) > 0) {
        uint8_t byte;
        if (read(STDIN_FILENO, &byte, 1) != 1)
            exit(0);
        avr_raise_irq(to_chip, byte);
    }
}

/* Sleep until the wall's clock has come to where the chip's is: it runs no faster than a real one. */
static void wait_for_wall(const struct timespec *start)
{
    struct timespec then = *start;
    uint64_t us = avr->cycle / (HZ / 1000000u);
    then.tv_sec += (time_t)(us / 1000000u);
    then.tv_nsec += (long)(us % 1000000u) * 1000;
    if (then.tv_nsec >= 1000000000) {
        then.tv_nsec -= 1000000000;
        then.tv_sec++;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, NULL);
}

static void never_sleep(avr_t *chip, avr_cycle_count_t cycles)
{
    (void)chip;
    (void)cycles; /* time passes in slices, see `main` */
}

int main(int count, char **words)
{
    elf_firmware_t firmware;
    struct timespec start;
    if (count != 4)
        return 2;
    memset(&firmware, 0, sizeof firmware);
    avr = avr_make_mcu_by_name(words[2]);
    if (!avr || elf_read_firmware(words[1], &firmware) != 0)
        return 2;
    avr_init(avr);
    firmware.frequency = HZ;
    avr_load_firmware(avr, &firmware);
    avr->frequency = HZ;
    avr->sleep = never_sleep;
    connect();
    bring_cells(words[3]);
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (;;) {
        avr_cycle_count_t end = avr->cycle + HZ / 1000000u * SLICE_US;
        int state = cpu_Running;
        while (avr->cycle < end && state != cpu_Done && state != cpu_Crashed)
            state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed)
            return 3;
        keep_cells();
        listen();
        wait_for_wall(&start);
    }
}
