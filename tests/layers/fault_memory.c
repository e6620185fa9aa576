// SPDX-License-Identifier: MIT
//
// Makes one request for host memory fail, to see whether the program notices.
//
//     LD_PRELOAD=.../libfault_memory.so OCL_SAMPLES_FAULT=memory:K PROGRAM
//
// The K-th request gives NULL, and its size is printed to standard error.  Only what the program's
// own code requests counts, not what libraries request.  A line "memory BYTES" for each request is
// appended to the file OCL_SAMPLES_FAULT_LOG.

#define _GNU_SOURCE    // RTLD_NEXT, dl_iterate_phdr
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uintptr_t code_begin, code_end;    // of the program
static unsigned long requests, wish;
static const char *log_path;

// The program is the first object.
static int find_code(struct dl_phdr_info *info, size_t bytes, void *unused)
{
    (void)bytes, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X) != 0) {
            code_begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            code_end = code_begin + info->dlpi_phdr[i].p_memsz;
        }
    return 1;
}

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("OCL_SAMPLES_FAULT");
    log_path = getenv("OCL_SAMPLES_FAULT_LOG");
    if (text && strncmp(text, "memory:", 7) == 0) wish = strtoul(text + 7, NULL, 10);
    dl_iterate_phdr(find_code, NULL);
}

// Nothing here may request memory.
static void write_line(int file, const char *text, size_t bytes)
{
    char line[64];
    const int length = snprintf(line, sizeof line, "%s%zu\n", text, bytes);
    if (write(file, line, (size_t)length) != length) abort();
}

static bool fails(const void *caller, size_t bytes)
{
    const uintptr_t at = (uintptr_t)caller;
    if (at < code_begin || at >= code_end) return false;
    const int log = log_path ? open(log_path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (log >= 0) {
        write_line(log, "memory ", bytes);
        close(log);
    }
    if (++requests != wish) return false;
    write_line(STDERR_FILENO, "no memory for bytes: ", bytes);
    unsetenv("OCL_SAMPLES_FAULT");    // the compilers that a driver starts have their memory
    errno = ENOMEM;
    return true;
}

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *old, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);

void *malloc(size_t bytes)
{
    return fails(__builtin_return_address(0), bytes) ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    return fails(__builtin_return_address(0), count * bytes) ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *old, size_t bytes)
{
    return fails(__builtin_return_address(0), bytes) ? NULL : __libc_realloc(old, bytes);
}

int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    if (fails(__builtin_return_address(0), bytes)) return ENOMEM;
    *memory = __libc_memalign(alignment, bytes);
    return *memory ? 0 : ENOMEM;
}
