// SPDX-License-Identifier: MIT
//
// Unit tests of what the cache trusts, and of files that are hard to write: entries of others,
// links, FIFOs, long names.

#define _XOPEN_SOURCE 700    // setenv, mkfifo

#include "cache.h"
#include "system/paths.h"
#include "system/read_file.h"
#include "system/write_file.h"
#include "test_child.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char KEY[] = "the key of an entry", VALUE[] = "what is stored under it";

static bool write_entry(void)
{
    return ocl_cache_write(KEY, sizeof KEY, VALUE, sizeof VALUE);
}

static bool is_read(void)
{
    void *value;
    size_t bytes;
    if (!ocl_cache_read(KEY, sizeof KEY, &value, &bytes)) return false;
    free(value);
    return true;
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode & 0777;
}

static void assert_file(const char *path, const char *want)
{
    unsigned char *data;
    size_t bytes;
    ocl_message why;
    if (!ocl_read_file(path, &data, &bytes, &why)) fail_msg("%s", why.text);
    assert_string_equal((char *)data, want);
    free(data);
}

// A cache folder with one entry, whose path is returned.
static char *make_cache(const char *folder, const char *name)
{
    char *cache = ocl_join_path(folder, name);
    setenv("OCL_SAMPLES_CACHE", cache, 1);
    assert_true(write_entry());
    assert_true(is_read());
    free(cache);
    return ocl_cache_path(KEY, sizeof KEY);
}

// Only root can give files away, and root of a user namespace only to users of this namespace.
static bool can_give_away(const char *path)
{
    return geteuid() == 0 && chown(path, 12345, (gid_t)-1) == 0 && chown(path, 0, (gid_t)-1) == 0;
}

// What others could have written is neither read nor run, whoever may write to the folder.
static void test_modes(void **state)
{
    char *entry = make_cache(*state, "modes"), *folder = ocl_join_path(*state, "modes");
    assert_int_equal(mode_of(entry), 0600);
    assert_true(ocl_cache_may_hold_programs());
    assert_int_equal(chmod(folder, 0777), 0);
    assert_true(is_read());    // what is the user's own stays so
    static const mode_t shared[] = { 0620, 0602, 0666 };
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(chmod(entry, shared[i]), 0);
        assert_false(is_read());
        assert_true(write_entry());    // in its place
        assert_int_equal(mode_of(entry), 0600);
        assert_true(is_read());
    }
    if (can_give_away(entry)) {
        assert_int_equal(chown(entry, 12345, (gid_t)-1), 0);
        assert_false(is_read());
        assert_true(write_entry());
        assert_true(is_read());
    }
    free(folder);
    free(entry);
}

// A link, a FIFO, a folder in the place of an entry: not followed, not waited for.
static void test_strange_entries(void **state)
{
    char *entry = make_cache(*state, "strange"), *victim = ocl_join_path(*state, "victim");
    ocl_message why;
    assert_int_equal(rename(entry, victim), 0);
    assert_int_equal(symlink(victim, entry), 0);
    assert_false(is_read());    // though it leads to a whole entry
    assert_true(ocl_write_file(victim, "mine", 4, &why));
    assert_true(write_entry());
    assert_file(victim, "mine");
    assert_true(is_read());

    assert_int_equal(remove(entry), 0);
    assert_int_equal(mkfifo(entry, 0600), 0);
    assert_false(is_read());
    assert_true(write_entry());
    assert_true(is_read());

    assert_int_equal(remove(entry), 0);
    assert_int_equal(mkdir(entry, 0700), 0);
    assert_false(is_read());
    assert_false(write_entry());
    free(victim);
    free(entry);
}

// `PROGRAM twice`: a cache that cannot be used, asked twice.
static int use_cache_twice(void)
{
    return is_read() || write_entry() ? 1 : 0;
}

static void test_one_complaint(void **state)
{
    (void)state;
    outcome child;
    run_child(&child, getenv("OCL_TEST_PROGRAM"), "OCL_SAMPLES_CACHE=/proc/none", "twice");
    assert_int_equal(child.status, 0);
    const char *complaint = strstr(child.text, "the cache is not used: /proc/none");
    assert_non_null(complaint);
    assert_null(strstr(complaint + 1, "the cache is not used"));
}

// --- files of --output

static void test_hard_names(void **state)
{
    char name[256];
    memset(name, 'n', 255);    // the longest that most file systems take
    name[255] = '\0';
    char *path = ocl_join_path(*state, name);
    ocl_message why = { "" };
    assert_true(ocl_write_file(path, "first", 5, &why));
    assert_true(ocl_write_file(path, "second", 6, &why));
    assert_file(path, "second");
    free(path);

    char *link = ocl_join_path(*state, "dangling"), *target = ocl_join_path(*state, "target");
    assert_int_equal(symlink("target", link), 0);    // to a file that is not there yet
    assert_true(ocl_write_file(link, "through", 7, &why));
    assert_file(target, "through");
    free(target);
    free(link);
}

// Root may write anywhere, so that a child gives its rights up.
static void test_permissions(void **state)
{
    if (!can_give_away(*state)) skip();
    char *folder = ocl_join_path(*state, "locked"), *path = ocl_join_path(folder, "file");
    char *secret = ocl_join_path(*state, "read_only");
    ocl_message why;
    assert_true(ocl_make_folder(folder));
    assert_true(ocl_write_file(path, "old", 3, &why));
    assert_true(ocl_write_file(secret, "old", 3, &why));
    assert_int_equal(chown(path, 12345, (gid_t)-1), 0);
    assert_int_equal(chown(secret, 12345, (gid_t)-1), 0);
    assert_int_equal(chmod(secret, 0444), 0);
    assert_int_equal(chmod(*state, 0777), 0);

    const pid_t child = fork();
    if (child == 0) {
        // The names are those from here: this user may not enter the folders above.
        if (chdir(*state) != 0 || setuid(12345) != 0) _exit(3);
        const char *const file = "locked/file", *const kept = "read_only";
        // A file in a folder that takes no new file is written in place; one that is not writable
        // is refused, though its folder would take another.
        const bool in_place =
            ocl_can_write_file(file, &why) && ocl_write_file(file, "new", 3, &why);
        const bool refused =
            !ocl_can_write_file(kept, &why) && !ocl_write_file(kept, "new", 3, &why);
        _exit(!in_place ? 1 : !refused ? 2 : 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_file(path, "new");
    assert_file(secret, "old");
    free(secret);
    free(path);
    free(folder);
}

int main(int argc, char **argv)
{
    if (argc > 1) return use_cache_twice();
    setenv("OCL_TEST_PROGRAM", argv[0], 1);
    // In a folder that others may not enter, as root's home is.
    char home[1024], folder[1100], command[1100];
    snprintf(home, sizeof home, "%s.files", argv[0]);
    snprintf(folder, sizeof folder, "%s/folder", home);
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    if (system(command) != 0 || !ocl_make_folder(folder) || chmod(home, 0700) != 0)
        return EXIT_FAILURE;

    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_modes, folder),
        cmocka_unit_test_prestate(test_strange_entries, folder),
        cmocka_unit_test_prestate(test_one_complaint, folder),
        cmocka_unit_test_prestate(test_hard_names, folder),
        cmocka_unit_test_prestate(test_permissions, folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
