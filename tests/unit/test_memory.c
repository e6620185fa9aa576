// SPDX-License-Identifier: MIT
//
// Unit test of what control groups leave to a program, on folders that look like /sys/fs/cgroup.

#include "system/memory.h"
#include "system/paths.h"
#include "test_child.h"

#include <math.h>
#include <sys/stat.h>

enum { MAX_FILES = 8 };

typedef struct {
    const char *name;
    const char *own_groups;             // the content of /proc/self/cgroup
    const char *files[MAX_FILES][2];    // path and content; folders end in / and have no content
    double room;
} group_case;

static const group_case CASES[] = {
    { "no groups", "", { { "memory.max", "1000\n" } }, INFINITY },
    { "version 2",
      "0::/a\n",
      { { "a/", NULL }, { "a/memory.max", "1000\n" }, { "a/memory.current", "300\n" } },
      700.0 },
    { "version 2, files are given up",
      "0::/a\n",
      { { "a/", NULL },
        { "a/memory.max", "1000\n" },
        { "a/memory.current", "300\n" },
        { "a/memory.stat", "anon 200\ninactive_file 50\n" } },
      750.0 },
    { "version 2, no limit", "0::/a\n", { { "a/", NULL }, { "a/memory.max", "max\n" } }, INFINITY },
    { "version 2, the group above is smaller",
      "0::/a/b\n",
      { { "a/", NULL },
        { "a/b/", NULL },
        { "a/b/memory.max", "900\n" },
        { "a/memory.max", "400\n" } },
      400.0 },
    { "version 2 in a container", "0::/\n", { { "memory.max", "500\n" } }, 500.0 },
    { "version 2, more is used than allowed",
      "0::/\n",
      { { "memory.max", "500\n" }, { "memory.current", "600\n" } },
      0.0 },
    { "version 1",
      "5:cpu:/x\n4:memory:/a\n0::/\n",
      { { "memory/", NULL },
        { "memory/a/", NULL },
        { "memory/a/memory.limit_in_bytes", "2000\n" },
        { "memory/a/memory.usage_in_bytes", "500\n" },
        { "memory/a/memory.stat", "inactive_file 1\ntotal_inactive_file 100\n" } },
      1600.0 },
    { "version 1, the group above is smaller",
      "4:memory:/a/b\n",
      { { "memory/", NULL },
        { "memory/a/", NULL },
        { "memory/a/b/", NULL },
        { "memory/a/b/memory.limit_in_bytes", "2000\n" },
        { "memory/a/memory.limit_in_bytes", "800\n" } },
      800.0 },
    { "version 1 in a container",
      "4:memory:/docker/0123\n",
      { { "memory/", NULL }, { "memory/memory.limit_in_bytes", "700\n" } },
      700.0 },
    { "a line that is cut", "4:memory", { { "memory.max", "1\n" } }, INFINITY },
};

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void test_group_memory(void **state)
{
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const group_case *c = &CASES[i];
        char number[32];
        snprintf(number, sizeof number, "case%zu", i);
        char *root = ocl_join_path(*state, number), *own = ocl_join_path(root, "own_groups");
        assert_int_equal(mkdir(root, 0700), 0);
        write_text(own, c->own_groups);
        for (size_t f = 0; f < MAX_FILES && c->files[f][0]; f++) {
            char *path = ocl_join_path(root, c->files[f][0]);
            if (c->files[f][1])
                write_text(path, c->files[f][1]);
            else
                assert_int_equal(mkdir(path, 0700), 0);
            free(path);
        }
        const double room = ocl_group_memory(own, root);
        if (room != c->room) fail_msg("%s: %g, not %g", c->name, room, c->room);
        free(own);
        free(root);
    }
}

static void test_no_file(void **state)
{
    (void)state;
    assert_true(isinf(ocl_group_memory("/nonexistent/groups", "/nonexistent")));
    assert_true(ocl_host_memory() > 0.0);
}

int main(int argc, char **argv)
{
    (void)argc;
    char folder[1024], command[2200];
    snprintf(folder, sizeof folder, "%s.files", argv[0]);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s'", folder, folder);
    if (system(command) != 0) return EXIT_FAILURE;

    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_group_memory, folder),
        cmocka_unit_test(test_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
