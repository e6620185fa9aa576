// SPDX-License-Identifier: MIT
//
// A test program that runs itself once more: to see what is printed, which exit status comes, and
// what the environment changes.

#ifndef TEST_CHILD_H
#define TEST_CHILD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    int status;
    char text[1 << 14];    // all of its standard output and standard error
} outcome;

// Runs `program argument` through the shell, with variables such as "NAME=value" before it.
static inline void run_child(outcome *result, const char *program, const char *variables,
                             const char *argument)
{
    char file[512], command[2048];
    snprintf(file, sizeof file, "%s.out", program);
    snprintf(command, sizeof command, "%s '%s' %s > '%s' 2>&1; echo \"status $?\" >> '%s'",
             variables, program, argument, file, file);
    assert_int_equal(system(command), 0);

    FILE *stream = fopen(file, "r");
    assert_non_null(stream);
    size_t length = fread(result->text, 1, sizeof result->text - 1, stream);
    fclose(stream);
    remove(file);
    result->text[length] = '\0';
    char *status = strstr(result->text, "status ");
    assert_non_null(status);
    result->status = atoi(status + strlen("status "));
    *status = '\0';
}

#endif
