// SPDX-License-Identifier: MIT

#include "system/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned char ocl_poison_byte(size_t run)
{
    static const unsigned char HUGE_FLOATS[] = { 0x7b, 0xf3, 0x76, 0xee };
    const char *later = getenv("OCL_SAMPLES_POISON");
    if (later) run += strtoul(later, NULL, 10);
    return run % 2 ? HUGE_FLOATS[run / 2 % sizeof HUGE_FLOATS] : 0xff;
}

double ocl_number_in_file(const char *path, const char *name)
{
    FILE *file = fopen(path, "r");
    if (!file) return -1.0;
    char line[256];
    double value = -1.0;
    while (value < 0.0 && fgets(line, sizeof line, file)) {
        const size_t length = name ? strlen(name) : 0;
        if (!name || strncmp(line, name, length) == 0)
            if (sscanf(line + length, "%lf", &value) != 1) value = -1.0;
    }
    fclose(file);
    return value;
}

// The files of a control group of Linux that say what it allows and what it has.
typedef struct {
    const char *controller;              // what stands between the colons of /proc/self/cgroup
    const char *folder;                  // where its groups are
    const char *limit, *used, *files;    // the last is a line of memory.stat
} group_version;

static const group_version GROUP_VERSIONS[] = {
    { "", "", "memory.max", "memory.current", "inactive_file " },
    { "memory", "/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
      "total_inactive_file " },
};

// What a group still allows; infinity when it has no limit.  Files that the group has read count as
// its memory, but the system gives that up when it is needed.
static double room_of_group(const char *folder, const group_version *version)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, version->limit);
    const double limit = ocl_number_in_file(path, NULL);    // "max" is no number
    if (limit < 0.0) return INFINITY;
    snprintf(path, sizeof path, "%s/%s", folder, version->used);
    const double used = ocl_number_in_file(path, NULL);
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    const double files = ocl_number_in_file(path, version->files);
    return fmax(0.0, limit - fmax(0.0, used) + fmax(0.0, files));
}

// The least that the group of a line of /proc/self/cgroup, "NUMBER:CONTROLLER:GROUP", and the
// groups above it allow.  A container sees its own group at the top, whatever GROUP says.
static double room_of_line(char *line, const char *groups)
{
    char *controller = strchr(line, ':'), *group = controller ? strchr(controller + 1, ':') : NULL;
    if (!group) return INFINITY;
    *controller++ = '\0';
    *group++ = '\0';
    group[strcspn(group, "\n")] = '\0';
    double room = INFINITY;
    for (size_t v = 0; v < sizeof GROUP_VERSIONS / sizeof GROUP_VERSIONS[0]; v++) {
        const group_version *version = &GROUP_VERSIONS[v];
        if (strcmp(controller, version->controller) != 0) continue;
        char folder[512];
        const int top = snprintf(folder, sizeof folder, "%s%s", groups, version->folder);
        snprintf(folder + top, sizeof folder - (size_t)top, "%s", group);
        while (strlen(folder) >= (size_t)top) {
            room = fmin(room, room_of_group(folder, version));
            char *slash = strrchr(folder, '/');
            *slash = '\0';
        }
    }
    return room;
}

double ocl_group_memory(const char *own_groups, const char *groups)
{
    FILE *file = fopen(own_groups, "r");
    if (!file) return INFINITY;
    char line[300];
    double room = INFINITY;
    while (fgets(line, sizeof line, file))
        room = fmin(room, room_of_line(line, groups));
    fclose(file);
    return room;
}
