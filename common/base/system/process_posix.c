// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/process.h"

#include "system/memory.h"
#include "system/paths.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

bool ocl_set_variable(const char *variable, const char *value)
{
    return setenv(variable, value, 1) == 0;
}

char ocl_list_separator(void)
{
    return ':';
}

bool ocl_has_program(const char *name)
{
    const char *path = getenv("PATH");
    for (size_t length; path && *path; path += length + (path[length] == ':')) {
        length = strcspn(path, ":");
        char *folder = ocl_alloc(length + 1);
        memcpy(folder, path, length);
        folder[length] = '\0';
        char *program = ocl_join_path(length ? folder : ".", name);
        struct stat status;
        const bool found =
            stat(program, &status) == 0 && S_ISREG(status.st_mode) && access(program, X_OK) == 0;
        free(program);
        free(folder);
        if (found) return true;
    }
    return false;
}

int ocl_run_program(const char *program, FILE *const files[3])
{
    extern char **environ;
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return -1;
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_adddup2(&actions, fileno(files[i]), i);
    char name[64];    // the array of arguments is not const
    snprintf(name, sizeof name, "%s", program);
    char *const arguments[] = { name, NULL };
    pid_t child;
    int status = -1;
    const int error = posix_spawnp(&child, program, &actions, NULL, arguments, environ);
    if (error == 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
