// SPDX-License-Identifier: MIT
//
// Nothing is silent for more than two seconds, on a terminal.

#define _XOPEN_SOURCE 700

#include "ocl.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

// Standard error is a terminal while `seconds` go by.  Gives what arrived there.
static void watch(double seconds, bool prints, char *text, size_t bytes)
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY), saved = dup(STDERR_FILENO);
    assert_true(terminal >= 0 && saved >= 0);
    assert_int_equal(grantpt(terminal), 0);
    assert_int_equal(unlockpt(terminal), 0);
    const int screen = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    assert_true(screen >= 0 && dup2(screen, STDERR_FILENO) >= 0);

    ocl_watch_silence();
    ocl_doing("sleeping");
    const double end_ns = ocl_wall_ns() + seconds * 1e9;
    const struct timespec nap = { .tv_nsec = 50000000 };
    while (ocl_wall_ns() < end_ns) {
        nanosleep(&nap, NULL);
        if (prints) ocl_printed();
    }
    dup2(saved, STDERR_FILENO);
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    const ssize_t length = read(terminal, text, bytes - 1);
    text[length > 0 ? length : 0] = '\0';
    close(screen);
    close(saved);
    close(terminal);
}

static void test_says_what_it_does(void **state)
{
    (void)state;
    char text[512];
    watch(2.0, true, text, sizeof text);    // something is printed all the time
    assert_string_equal(text, "");
    for (int attempt = 0; attempt < 3; attempt++) {    // a busy machine may come too late once
        watch(2.1, false, text, sizeof text);
        if (strstr(text, "sleeping (")) break;
    }
    assert_non_null(strstr(text, "sleeping ("));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_says_what_it_does) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
