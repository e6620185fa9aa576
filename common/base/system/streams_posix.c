// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/streams.h"

#include "errors.h"
#include "system/memory.h"
#include "system/write_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Nothing comes between.  What a terminal takes text for is the user's choice.
void ocl_prepare_streams(void)
{
}

bool ocl_on_terminal(void)
{
    return isatty(STDERR_FILENO);
}

struct ocl_capture {
    int kept;      // the standard output from before
    FILE *file;    // where it leads now
};

ocl_capture *ocl_capture_begin(void)
{
    ocl_capture *capture = ocl_alloc(sizeof *capture);
    fflush(stdout);
    capture->file = ocl_temporary_file();
    capture->kept = capture->file ? dup(STDOUT_FILENO) : -1;
    if (capture->kept < 0 || dup2(fileno(capture->file), STDOUT_FILENO) < 0)
        ocl_exit(OCL_EXIT_USAGE, "standard output cannot be captured: %s", strerror(errno));
    return capture;
}

// A driver may print with C's stdout, which keeps a part.
size_t ocl_capture_bytes(const ocl_capture *capture)
{
    fflush(stdout);
    struct stat about;
    return fstat(fileno(capture->file), &about) == 0 ? (size_t)about.st_size : 0;
}

char *ocl_capture_end(ocl_capture *capture, size_t *bytes)
{
    const size_t arrived = ocl_capture_bytes(capture);
    dup2(capture->kept, STDOUT_FILENO);
    close(capture->kept);
    char *text = ocl_alloc(arrived + 1);
    rewind(capture->file);
    *bytes = fread(text, 1, arrived, capture->file);
    text[*bytes] = '\0';
    fclose(capture->file);
    free(capture);
    return text;
}
