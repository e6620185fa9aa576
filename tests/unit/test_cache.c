// SPDX-License-Identifier: MIT
//
// Unit tests of cache, and of the files it is made of: whatever is damaged is ignored, nobody sees
// half an entry, and a cache that cannot be kept does no harm.

#define _XOPEN_SOURCE 700    // setenv

#include "blob.h"
#include "cache.h"
#include "system/clock.h"
#include "system/memory.h"
#include "system/paths.h"
#include "system/read_file.h"
#include "system/write_file.h"
#include "test_child.h"

#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char KEY[] = "the key of an entry";
static const char VALUE[] = "what is stored under it";

static void forget_places(void)
{
    unsetenv("OCL_SAMPLES_CACHE");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
}

static void use_folder(const char *folder)
{
    forget_places();
    setenv("OCL_SAMPLES_CACHE", folder, 1);
}

// --- entries

static void check_value(const void *key, size_t key_bytes, const void *want, size_t want_bytes)
{
    void *value;
    size_t bytes;
    assert_true(ocl_cache_read(key, key_bytes, &value, &bytes));
    assert_int_equal(bytes, want_bytes);
    assert_memory_equal(value, want, want_bytes);
    free(value);
}

static bool is_there(const void *key, size_t key_bytes)
{
    void *value;
    size_t bytes;
    if (!ocl_cache_read(key, key_bytes, &value, &bytes)) return false;
    free(value);
    return true;
}

static void test_write_and_read(void **state)
{
    use_folder(*state);
    assert_false(is_there("never written", 13));
    for (int round = 0; round < 2; round++) {
        assert_true(ocl_cache_write(KEY, sizeof KEY, VALUE, sizeof VALUE - (size_t)round));
        check_value(KEY, sizeof KEY, VALUE, sizeof VALUE - (size_t)round);
    }
    assert_false(is_there(KEY, sizeof KEY - 1));

    assert_true(ocl_cache_write(KEY, 1, "", 0));
    check_value(KEY, 1, "", 0);
    assert_true(ocl_cache_write("", 0, VALUE, sizeof VALUE));
    check_value("", 0, VALUE, sizeof VALUE);

    enum { LARGE = 1 << 20 };
    unsigned char *large = ocl_alloc(LARGE);
    for (size_t i = 0; i < LARGE; i++)
        large[i] = (unsigned char)(i * i >> 3);
    assert_true(ocl_cache_write(large, LARGE / 2, large, LARGE));
    check_value(large, LARGE / 2, large, LARGE);
    free(large);
}

// The entry's file, as it is on the disk.
static unsigned char *read_entry(size_t *bytes)
{
    assert_true(ocl_cache_write(KEY, sizeof KEY, VALUE, sizeof VALUE));
    char *path = ocl_cache_path(KEY, sizeof KEY);
    unsigned char *entry;
    ocl_message why;
    if (!ocl_read_file(path, &entry, bytes, &why)) fail_msg("%s", why.text);
    free(path);
    return entry;
}

// The damaged bytes must be refused on their own, and in the place of the entry; a new entry heals
// it.
static void check_damaged(const unsigned char *entry, size_t bytes, const char *how, size_t where)
{
    ocl_blob value;
    unsigned char *copy =
        malloc(bytes ? bytes : 1);    // of just the size, for the address sanitizer
    assert_non_null(copy);
    memcpy(copy, entry, bytes);
    if (ocl_cache_parse((ocl_blob){ copy, bytes }, (ocl_blob){ KEY, sizeof KEY }, &value))
        fail_msg("an entry %s at byte %zu is taken", how, where);
    free(copy);

    char *path = ocl_cache_path(KEY, sizeof KEY);
    ocl_message why;
    if (!ocl_write_file(path, entry, bytes, &why)) fail_msg("%s", why.text);
    free(path);
    assert_false(is_there(KEY, sizeof KEY));
}

static void test_truncated(void **state)
{
    use_folder(*state);
    size_t bytes;
    unsigned char *entry = read_entry(&bytes);
    for (size_t length = 0; length < bytes; length++)
        check_damaged(entry, length, "cut", length);
    free(entry);
    assert_true(ocl_cache_write(KEY, sizeof KEY, VALUE, sizeof VALUE));
    check_value(KEY, sizeof KEY, VALUE, sizeof VALUE);
}

static void test_flipped(void **state)
{
    use_folder(*state);
    size_t bytes;
    unsigned char *entry = read_entry(&bytes);
    for (size_t i = 0; i < bytes; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            entry[i] ^= (unsigned char)(1u << bit);
            check_damaged(entry, bytes, "changed", i);
            entry[i] ^= (unsigned char)(1u << bit);
        }
    free(entry);
}

static void test_longer(void **state)
{
    use_folder(*state);
    size_t bytes;
    unsigned char *entry = read_entry(&bytes);
    unsigned char *longer = ocl_alloc(bytes + 1);
    memcpy(longer, entry, bytes);
    for (unsigned more = 0; more < 256; more += 51) {
        longer[bytes] = (unsigned char)more;
        check_damaged(longer, bytes + 1, "prolonged", bytes);
    }
    free(longer);
    free(entry);
}

// A sound entry, but of another key: as after two keys with one file name, or a file copied by
// hand.
static void test_swapped(void **state)
{
    static const char other[] = "the key of another one";    // longer
    static const char same[] = "the key of an ENTRY";        // as long
    use_folder(*state);
    const char *const keys[] = { other, same };
    for (size_t k = 0; k < 2; k++) {
        size_t key_bytes = strlen(keys[k]) + 1;
        assert_true(ocl_cache_write(keys[k], key_bytes, "wrong", 6));
        char *from = ocl_cache_path(keys[k], key_bytes), *to = ocl_cache_path(KEY, sizeof KEY);
        assert_string_not_equal(from, to);
        assert_int_equal(rename(from, to), 0);
        free(from);
        free(to);
        assert_false(is_there(KEY, sizeof KEY));
        assert_false(is_there(keys[k], key_bytes));
    }
}

// --- places

static void check_path(const char *want_folder)
{
    char *path = ocl_cache_path(KEY, sizeof KEY);
    assert_non_null(path);
    size_t length = strlen(want_folder);
    if (strncmp(path, want_folder, length) != 0 || path[length] != '/')
        fail_msg("%s is not in %s", path, want_folder);
    free(path);
}

static void test_places(void **state)
{
    (void)state;
    forget_places();
    setenv("HOME", "/home/reader", 1);
    check_path("/home/reader/.cache/opencl-samples");
    setenv("XDG_CACHE_HOME", "", 1);
    check_path("/home/reader/.cache/opencl-samples");
    setenv("XDG_CACHE_HOME", "not/absolute", 1);    // to be ignored, says the XDG specification
    check_path("/home/reader/.cache/opencl-samples");
    setenv("XDG_CACHE_HOME", "/var/xdg", 1);
    check_path("/var/xdg/opencl-samples");
    setenv("OCL_SAMPLES_CACHE", "", 1);
    check_path("/var/xdg/opencl-samples");
    setenv("OCL_SAMPLES_CACHE", "own folder", 1);
    check_path("own folder");
}

static void test_nowhere(void **state)
{
    (void)state;
    forget_places();
    assert_null(ocl_cache_path(KEY, sizeof KEY));
    assert_false(ocl_cache_write(KEY, sizeof KEY, VALUE, sizeof VALUE));
    assert_false(is_there(KEY, sizeof KEY));
}

// Where no folder can be made, or no file be put into it.
static void test_read_only(void **state)
{
    const char *folder = *state;
    char *file = ocl_join_path(folder, "file"), *below = ocl_join_path(file, "below");
    ocl_message why;
    assert_true(ocl_write_file(file, "x", 1, &why));
    const char *const impossible[] = { file, below, "/proc/none", "/dev/null/none" };
    for (size_t i = 0; i < sizeof impossible / sizeof impossible[0]; i++) {
        use_folder(impossible[i]);
        assert_false(ocl_cache_write(KEY, sizeof KEY, VALUE, sizeof VALUE));
        assert_false(is_there(KEY, sizeof KEY));
    }
    free(below);
    free(file);

    char *locked = ocl_join_path(folder, "locked");
    use_folder(locked);
    assert_true(ocl_cache_write(KEY, sizeof KEY, VALUE, sizeof VALUE));
    chmod(locked, 0555);
    bool wrote = ocl_cache_write(KEY, sizeof KEY, VALUE, sizeof VALUE - 1);    // root may
    check_value(KEY, sizeof KEY, VALUE, sizeof VALUE - wrote);
    chmod(locked, 0755);
    free(locked);
}

static void test_folders_are_made(void **state)
{
    char *deep = ocl_join_path(*state, "a/b//c/");
    use_folder(deep);
    assert_true(ocl_cache_write(KEY, sizeof KEY, VALUE, sizeof VALUE));
    check_value(KEY, sizeof KEY, VALUE, sizeof VALUE);
    assert_true(ocl_make_folder(deep));
    assert_false(ocl_make_folder(""));
    free(deep);
}

// --- files

static void check_file(const char *path, const char *want, size_t want_bytes)
{
    unsigned char *data;
    size_t bytes;
    ocl_message why;
    if (!ocl_read_file(path, &data, &bytes, &why)) fail_msg("%s", why.text);
    assert_int_equal(bytes, want_bytes);
    assert_memory_equal(data, want, want_bytes);
    assert_int_equal(data[bytes], 0);
    free(data);
}

static void test_write_file(void **state)
{
    char *path = ocl_join_path(*state, "written");
    ocl_message why = { "" };
    assert_true(ocl_write_file(path, "first\0one", 9, &why));
    check_file(path, "first\0one", 9);
    assert_true(ocl_write_file(path, "", 0, &why));
    check_file(path, "", 0);

    chmod(path, 0640);    // what a file was allowed stays
    assert_true(ocl_can_write_file(path, &why));
    assert_true(ocl_write_file(path, "second", 6, &why));
    check_file(path, "second", 6);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    free(path);

    assert_true(ocl_write_file("/dev/null", "x", 1, &why));    // a device is not replaced
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_false(S_ISREG(status.st_mode));

    assert_false(ocl_write_file(*state, "x", 1, &why));
    assert_non_null(strstr(why.text, "it is a folder"));
    assert_true(ocl_can_write_file("a new file here", &why));
    assert_false(ocl_can_write_file(*state, &why));
    assert_non_null(strstr(why.text, "folder"));
    assert_false(ocl_can_write_file("/nonexistent/file", &why));
    assert_false(ocl_write_file("/nonexistent/file", "x", 1, &why));
    assert_non_null(strstr(why.text, "/nonexistent/file: cannot write: No such"));
    assert_false(ocl_write_file("/dev/full", "x", 1, &why));
    assert_non_null(strstr(why.text, "/dev/full: cannot write: No space"));
}

// The file that a link points to is replaced; the link stays.
static void test_write_through_link(void **state)
{
    char *file = ocl_join_path(*state, "linked"), *link = ocl_join_path(*state, "link");
    ocl_message why = { "" };
    assert_int_equal(symlink("linked", link), 0);
    assert_true(ocl_write_file(file, "first", 5, &why));
    assert_true(ocl_write_file(link, "second", 6, &why));
    check_file(file, "second", 6);
    struct stat status;
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    free(link);
    free(file);
}

static void test_mode_of_new_file(void **state)
{
    char *path = ocl_join_path(*state, "new");
    ocl_message why = { "" };
    struct stat status;
    mode_t before = umask(027);
    assert_true(ocl_write_file(path, "x", 1, &why));
    umask(before);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    free(path);
}

// --- several processes

enum { VALUE_BYTES = 2000000 };
static const double TOGETHER_NS = 5e8;

// `PROGRAM write LETTER`: stores a value of that letter for a while.
static int write_often(char letter)
{
    char *value = ocl_alloc(VALUE_BYTES);
    memset(value, letter, VALUE_BYTES);
    bool ok = true;
    const double begin = ocl_wall_ns();
    while (ok && ocl_wall_ns() - begin < TOGETHER_NS)
        ok = ocl_cache_write(KEY, sizeof KEY, value, VALUE_BYTES);
    free(value);
    return ok ? 0 : 1;
}

// `PROGRAM read`: from the first entry on there always is one, whole and of one writer.
static int read_often(void)
{
    size_t seen = 0;
    const double begin = ocl_wall_ns();
    while (ocl_wall_ns() - begin < (seen > 0 ? TOGETHER_NS : 60 * TOGETHER_NS)) {
        char *value;
        size_t bytes;
        if (!ocl_cache_read(KEY, sizeof KEY, (void **)&value, &bytes)) {
            if (seen > 0) ocl_exit(1, "the entry is gone after %zu reads", seen);
            continue;
        }
        bool whole = bytes == VALUE_BYTES && memcmp(value, value + 1, bytes - 1) == 0;
        free(value);
        if (!whole) ocl_exit(1, "half an entry, or two in one");
        seen++;
    }
    return seen > 0 ? 0 : 1;
}

static void expect_success(const char *format, const char *argument)
{
    char command[4096];
    snprintf(command, sizeof command, format, argument);
    if (system(command) != 0) fail_msg("%s", command);
}

static void test_two_writers(void **state)
{
    char *folder = ocl_join_path(*state, "shared");
    use_folder(folder);
    expect_success("set -- \"$OCL_TEST_PROGRAM\"; \"$1\" write a & a=$!; \"$1\" write b & b=$!; "
                   "\"$1\" read; r=$?; wait $a && wait $b && exit $r%s",
                   "");
    expect_success("test \"$(ls -A '%s' | wc -l)\" -eq 1", folder);    // no temporary file is left
    free(folder);
}

// A write that the system breaks off leaves neither a temporary file nor a changed entry.
static void test_full(void **state)
{
    char *folder = ocl_join_path(*state, "full");
    use_folder(folder);
    assert_true(ocl_cache_write(KEY, sizeof KEY, VALUE, sizeof VALUE));
    expect_success("trap '' XFSZ; ulimit -f 8; ! \"$OCL_TEST_PROGRAM\" write a%s", "");
    check_value(KEY, sizeof KEY, VALUE, sizeof VALUE);
    expect_success("test \"$(ls -A '%s' | wc -l)\" -eq 1", folder);
    free(folder);
}

static size_t files_in(const char *folder)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    size_t count = 0;
    for (const struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2) count++;
    closedir(dir);
    return count;
}

// A program that is ended while it writes leaves the old file or the new one, and nothing else.
static void test_interrupted(void **state)
{
    enum { TRIES = 150, BYTES = 100000 };
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    char *folder = ocl_join_path(*state, "interrupted"), *path = ocl_join_path(folder, "file");
    uint8_t *content = ocl_alloc(BYTES), *got;
    size_t bytes;
    ocl_message why;
    assert_true(ocl_make_folder(folder));
    assert_true(ocl_write_file(path, content, BYTES, &why));
    for (int i = 0; i < TRIES; i++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        while (child == 0)
            if (!ocl_write_file(path, content, BYTES, &why)) _exit(1);
        const struct timespec wait = { .tv_nsec = 1000000 + 37000 * i };
        nanosleep(&wait, NULL);
        int status;
        assert_int_equal(kill(child, signals[i % 3]), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == signals[i % 3]);
        if (files_in(folder) != 1) fail_msg("try %d: a temporary file is left", i);
        assert_true(ocl_read_file(path, &got, &bytes, &why));
        assert_int_equal(bytes, BYTES);
        free(got);
    }
    free(content);
    free(path);
    free(folder);
}

// A file that may not be written stays, although its folder would take a new one.
static void test_read_only_file(void **state)
{
    if (geteuid() == 0) skip();    // who may write all files
    char *file = ocl_join_path(*state, "read_only_file");
    ocl_message why;
    assert_true(ocl_write_file(file, "old", 3, &why));
    assert_int_equal(chmod(file, 0444), 0);
    assert_false(ocl_can_write_file(file, &why));
    assert_false(ocl_write_file(file, "new", 3, &why));
    assert_non_null(strstr(why.text, "cannot write"));
    free(file);
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "write") == 0) return write_often(argv[2][0]);
    if (argc > 1 && strcmp(argv[1], "read") == 0) return read_often();
    setenv("OCL_TEST_PROGRAM", argv[0], 1);
    char folder[1024], command[1100];
    snprintf(folder, sizeof folder, "%s.files", argv[0]);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) return EXIT_FAILURE;

    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_write_and_read, folder),
        cmocka_unit_test_prestate(test_truncated, folder),
        cmocka_unit_test_prestate(test_flipped, folder),
        cmocka_unit_test_prestate(test_longer, folder),
        cmocka_unit_test_prestate(test_swapped, folder),
        cmocka_unit_test_prestate(test_places, folder),
        cmocka_unit_test_prestate(test_nowhere, folder),
        cmocka_unit_test_prestate(test_read_only, folder),
        cmocka_unit_test_prestate(test_folders_are_made, folder),
        cmocka_unit_test_prestate(test_write_file, folder),
        cmocka_unit_test_prestate(test_write_through_link, folder),
        cmocka_unit_test_prestate(test_mode_of_new_file, folder),
        cmocka_unit_test_prestate(test_two_writers, folder),
        cmocka_unit_test_prestate(test_full, folder),
        cmocka_unit_test_prestate(test_interrupted, folder),
        cmocka_unit_test_prestate(test_read_only_file, folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
