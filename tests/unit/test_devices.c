// SPDX-License-Identifier: MIT
//
// Unit tests of devices: which device a wish names, on the devices that are there; each is also put
// into the list several times, so that "name:2" has something to find.

#include "attributes.h"
#include "buffer.h"
#include "choice.h"
#include "list.h"
#include "open.h"
#include "test_child.h"

#include <ctype.h>
#include <jansson.h>

enum { COPIES = 3 };

typedef struct {
    const char *program;
    cl_device_id *all;    // the real list
    cl_uint count;
    cl_device_id same[COPIES];    // the first device, again and again
} devices;

static void test_by_number(void **state)
{
    const devices *d = *state;
    for (cl_uint i = 0; i < d->count; i++) {
        char wish[16];
        snprintf(wish, sizeof wish, "%u", (unsigned)i);
        assert_int_equal(ocl_match_device(d->all, d->count, wish), i);
        snprintf(wish, sizeof wish, "00%u", (unsigned)i);
        assert_int_equal(ocl_match_device(d->all, d->count, wish), i);
    }
    char past[16];
    snprintf(past, sizeof past, "%u", (unsigned)d->count);
    const char *const none[] = { past, "999", "4294967296", "18446744073709551616",
                                 "99999999999999999999999" };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_int_equal(ocl_match_device(d->all, d->count, none[i]), -1);
}

static void test_default(void **state)
{
    const devices *d = *state;
    int chosen = ocl_match_device(d->all, d->count, NULL);
    assert_in_range(chosen, 0, d->count - 1);
    cl_uint first_gpu = 0;
    while (first_gpu < d->count &&
           !(ocl_device_number(d->all[first_gpu], CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU))
        first_gpu++;
    assert_int_equal(chosen, first_gpu < d->count ? (int)first_gpu : 0);
    assert_int_equal(ocl_match_device(d->all, 0, NULL), -1);
}

static void test_by_type(void **state)
{
    const devices *d = *state;
    static const struct {
        const char *wish;
        cl_device_type type;
    } types[] = { { "cpu", CL_DEVICE_TYPE_CPU },
                  { "CPU", CL_DEVICE_TYPE_CPU },
                  { "gpu", CL_DEVICE_TYPE_GPU },
                  { "Gpu", CL_DEVICE_TYPE_GPU },
                  { "accelerator", CL_DEVICE_TYPE_ACCELERATOR } };
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        int first = -1, count = 0;
        for (cl_uint i = 0; i < d->count; i++)
            if (ocl_device_number(d->all[i], CL_DEVICE_TYPE) & types[t].type) {
                if (first < 0) first = (int)i;
                count++;
            }
        assert_int_equal(ocl_match_device(d->all, d->count, types[t].wish), first);
        char past[32];
        snprintf(past, sizeof past, "%s:%d", types[t].wish, count + 1);
        assert_int_equal(ocl_match_device(d->all, d->count, past), -1);
    }
}

static void change_case(char *text, int (*change)(int))
{
    for (; *text; text++)
        *text = (char)change((unsigned char)*text);
}

// The name of the device or of its platform, without capital letters.
static char *small_name(cl_device_id device, bool of_platform)
{
    char *name = of_platform ? ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_NAME)
                             : ocl_device_text(device, CL_DEVICE_NAME);
    change_case(name, tolower);
    return name;
}

// Whether that name holds the text, which has no capital letters.
static bool has_in(cl_device_id device, bool of_platform, const char *text)
{
    char *name = small_name(device, of_platform);
    const bool has = strstr(name, text);
    free(name);
    return has;
}

static bool has_in_a_name(cl_device_id device, const char *text)
{
    return has_in(device, true, text) || has_in(device, false, text);
}

// The first device whose platform has the text in its name, else the first that has it in its own;
// -1: none.
static int first_with(const devices *d, const char *text)
{
    for (int of_platform = 1; of_platform >= 0; of_platform--)
        for (cl_uint i = 0; i < d->count; i++)
            if (has_in(d->all[i], of_platform, text)) return (int)i;
    return -1;
}

// Some letters in the middle of the text, in any case.
static void check_part(const devices *d, const char *text)
{
    size_t length = strlen(text);
    char part[256];
    snprintf(part, sizeof part, "%.*s", (int)(length - 2), text + 1);
    for (int round = 0; round < 3; round++) {
        if (round > 0) change_case(part, round == 1 ? toupper : tolower);
        assert_int_equal(ocl_match_device(d->same, COPIES, part), 0);
        for (int nth = 0; nth < COPIES + 2; nth++) {
            char wish[300];
            snprintf(wish, sizeof wish, "%s:%d", part, nth);
            assert_int_equal(ocl_match_device(d->same, COPIES, wish),
                             nth >= 1 && nth <= COPIES ? nth - 1 : -1);
        }
    }
}

static void test_by_name(void **state)
{
    const devices *d = *state;
    char *name = ocl_device_text(d->all[0], CL_DEVICE_NAME);
    char *platform = ocl_platform_text(ocl_device_platform(d->all[0]), CL_PLATFORM_NAME);
    check_part(d, name);
    check_part(d, platform);

    // Part of a type's name is no type.
    static const char *const parts[] = { "c", "cp", "gp", "accel" };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        assert_int_equal(ocl_match_device(d->same, COPIES, parts[i]),
                         has_in_a_name(d->all[0], parts[i]) ? 0 : -1);

    char longer[300];
    snprintf(longer, sizeof longer, "%sx", name);
    assert_int_equal(ocl_match_device(d->same, COPIES, longer), -1);
    free(platform);
    free(name);
}

static void test_no_match(void **state)
{
    const devices *d = *state;
    static const char *const wishes[] = {
        "",      ":",     ":1",     ":2",      "no such device",           "cpu:",
        "cpu:0", "cpu:x", "cpu:-1", "cpu:1K1", "cpu:99999999999999999999", "cp u",
        "cpus",
        "\t0",    // no name has a tab
        "0\t",
    };
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++)
        if (ocl_match_device(d->all, d->count, wishes[i]) != -1)
            fail_msg("'%s' finds a device", wishes[i]);
}

// Numbers are written in digits alone.  Anything else is looked for in the names: "0 " is found in
// "H100 80GB".
static void test_no_number(void **state)
{
    const devices *d = *state;
    static const char *const wishes[] = { "-1", "+0", "0x0", " 0", "0 " };
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++)
        assert_int_equal(ocl_match_device(d->all, d->count, wishes[i]), first_with(d, wishes[i]));
}

// Each word of all names.  With PoCL and Intel's runtime on an Intel CPU both devices have "intel"
// in their names; the platform of one has it, too, and this device is meant.
static void test_platform_first(void **state)
{
    const devices *d = *state;
    for (cl_uint i = 0; i < 2 * d->count; i++) {
        char *name = small_name(d->all[i / 2], i % 2), word[64];
        for (const char *at = name; sscanf(at, " %63[^ ():,]", word) == 1;) {
            at += strspn(at, " ") + strlen(word);
            at += strspn(at, " ():,");
            const bool is_type = strcmp(word, "cpu") == 0 || strcmp(word, "gpu") == 0;
            if (is_type || strspn(word, "0123456789") == strlen(word)) continue;
            assert_int_equal(ocl_match_device(d->all, d->count, word), first_with(d, word));
        }
        free(name);
    }
}

static void test_extensions(void **state)
{
    const devices *d = *state;
    for (cl_uint i = 0; i < d->count; i++) {
        char *list = ocl_device_text(d->all[i], CL_DEVICE_EXTENSIONS);
        char padded[8192], one[256], wish[264];
        snprintf(padded, sizeof padded, " %s ", list);
        for (const char *at = list; sscanf(at, "%255s", one) == 1;) {
            assert_true(ocl_has_extension(d->all[i], one));

            // The same with its last letter cut off, with its first one cut off, with one more.
            for (int n = 0; n < 3; n++) {
                const int shown = (int)strlen(one) - (n == 0);
                snprintf(wish, sizeof wish, " %.*s%s ", shown, n == 1 ? one + 1 : one,
                         n == 2 ? "x" : "");
                bool is_one_too = strstr(padded, wish);
                wish[strlen(wish) - 1] = '\0';
                assert_int_equal(ocl_has_extension(d->all[i], wish + 1), is_one_too);
            }
            at += strspn(at, " ") + strlen(one);
        }
        assert_false(ocl_has_extension(d->all[i], ""));
        assert_false(ocl_has_extension(d->all[i], " "));
        assert_false(ocl_has_extension(d->all[i], "cl_khr_no_such_extension"));
        if (strchr(list, ' ')) assert_false(ocl_has_extension(d->all[i], list));
        free(list);
    }
}

static void test_attributes(void **state)
{
    const devices *d = *state;
    for (cl_uint i = 0; i < d->count; i++) {
        int version = ocl_device_version(d->all[i]);
        assert_in_range(version, 10, 39);
        cl_uint units;
        size_t group;
        cl_bool available;
        OCL_CHECK(
            clGetDeviceInfo(d->all[i], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
        OCL_CHECK(
            clGetDeviceInfo(d->all[i], CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof group, &group, NULL));
        OCL_CHECK(
            clGetDeviceInfo(d->all[i], CL_DEVICE_AVAILABLE, sizeof available, &available, NULL));
        assert_int_equal(ocl_device_number(d->all[i], CL_DEVICE_MAX_COMPUTE_UNITS), units);
        assert_int_equal(ocl_device_number(d->all[i], CL_DEVICE_MAX_WORK_GROUP_SIZE), group);
        assert_int_equal(ocl_device_number(d->all[i], CL_DEVICE_AVAILABLE), available);
    }
}

// --- what ends the program, in a child

// `PROGRAM memory LARGEST ALL HOST` in bytes, `PROGRAM open OPTION...`.
static int child(int argc, char **argv)
{
    const ocl_about about = { .name = "child", .accepts = "d", .extents = 1 };
    if (strcmp(argv[1], "open") == 0) {
        const ocl_options opt = ocl_parse(argc - 1, argv + 1, &about, (ocl_options){ .n = { 1 } });
        ocl_env env = ocl_open(&opt);
        char *name = ocl_device_text(env.device, CL_DEVICE_NAME);
        printf("opened %s\n", name);
        free(name);
        ocl_close(&env);
        return OCL_EXIT_PASS;
    }
    cl_device_id *all;
    ocl_all_devices(&all);
    ocl_require_memory(all[0], strtod(argv[2], NULL), strtod(argv[3], NULL), strtod(argv[4], NULL));
    free(all);
    printf("fits\n");
    return OCL_EXIT_PASS;
}

typedef struct {
    const char *variables, *arguments;
    int status;
    const char *text;
} expectation;

static void check_children(const char *program, const expectation *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        outcome result;
        run_child(&result, program, expected[i].variables, expected[i].arguments);
        if (result.status != expected[i].status || !strstr(result.text, expected[i].text))
            fail_msg("%s: exit status %d\n%s", expected[i].arguments, result.status, result.text);
    }
}

static void test_memory(void **state)
{
    const devices *d = *state;
    static const expectation expected[] = {
        { "", "memory 1 1 1", 0, "fits" },
        { "", "memory 1e15 1e15 1", 2, "CL_DEVICE_MAX_MEM_ALLOC_SIZE is " },
        { "", "memory 1 1e15 1", 2, "CL_DEVICE_GLOBAL_MEM_SIZE is " },
        { "", "memory 1 1 1e15", 2, "the host's memory is " },
        { "", "memory 1e300 1e300 1e300", 2, "try a smaller --size" },
        { "", "memory inf inf inf", 2, "try a smaller --size" },
    };
    check_children(d->program, expected, sizeof expected / sizeof expected[0]);
}

static void test_open(void **state)
{
    const devices *d = *state;
    static const expectation expected[] = {
        { "", "open -d 0", 0, "opened " },
        { "OCL_DEVICE=", "open", 0, "opened " },
        { "OCL_DEVICE=0", "open", 0, "opened " },
        { "OCL_DEVICE=nonsense", "open", 2,
          "child: no device is 'nonsense' (--device, OCL_DEVICE); see --list\n" },
        { "OCL_DEVICE=nonsense", "open -d 0", 0, "opened " },
        { "", "open -d nonsense", 2,
          "child: no device is 'nonsense' (--device, OCL_DEVICE); see --list\n" },
        { "", "open -d cpu:99", 2,
          "child: no device is 'cpu:99' (--device, OCL_DEVICE); see --list\n" },
    };
    check_children(d->program, expected, sizeof expected / sizeof expected[0]);
}

static void test_no_driver(void **state)
{
    const devices *d = *state;
#define NO_DRIVER "OCL_ICD_VENDORS=/nonexistent OCL_ICD_FILENAMES= OCL_DEVICE="
    static const expectation expected[] = {
        { NO_DRIVER, "open", 4, "child: no OpenCL device found; install" },
        { NO_DRIVER, "open -d 0", 4, "child: no OpenCL device found" },
    };
    outcome result;
    run_child(&result, d->program, expected[0].variables, expected[0].arguments);
    if (result.status == 0) skip();    // a loader that does not know these variables
    check_children(d->program, expected, sizeof expected / sizeof expected[0]);
}

// Of equal devices the first; none of none; no device of the list promises more.
static void test_best(void **state)
{
    const devices *d = *state;
    assert_int_equal(ocl_match_device(d->same, COPIES, "best"), 0);
    assert_int_equal(ocl_match_device(d->all, 0, "best"), -1);
    const int best = ocl_match_device(d->all, d->count, "best");
    assert_in_range(best, 0, d->count - 1);
    const bool gpu = ocl_device_number(d->all[best], CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU;
    const uint64_t speed = ocl_device_number(d->all[best], CL_DEVICE_MAX_COMPUTE_UNITS) *
                           ocl_device_number(d->all[best], CL_DEVICE_MAX_CLOCK_FREQUENCY);
    for (cl_uint i = 0; i < d->count; i++)
        if (!gpu || (ocl_device_number(d->all[i], CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU)) {
            assert_true(gpu || strcmp(ocl_type_name(d->all[i]), "gpu") != 0);
            assert_true(ocl_device_number(d->all[i], CL_DEVICE_MAX_COMPUTE_UNITS) *
                            ocl_device_number(d->all[i], CL_DEVICE_MAX_CLOCK_FREQUENCY) <=
                        speed);
        }
}

// A registered driver that cannot be loaded is named, with the reason; the others are listed.
static void test_broken_driver(void **state)
{
    const devices *d = *state;
    char folder[256], good[1024], bad[1024], variables[512];
    snprintf(folder, sizeof folder, "%.200s.vendors", d->program);
    snprintf(good, sizeof good, "mkdir -p '%s' && cp /etc/OpenCL/vendors/pocl.icd '%s/a.icd'",
             folder, folder);
    snprintf(bad, sizeof bad, "mkdir -p '%s' && echo libNowhere.so.7 > '%s/b.icd'", folder, folder);
    snprintf(variables, sizeof variables, "OCL_ICD_FILENAMES= OCL_ICD_VENDORS='%s'", folder);
    if (system(bad) != 0) skip();

    outcome result;
    run_child(&result, d->program, variables, "open -d 0");
    const bool has_variables = result.status != 0;    // a loader that does not know them finds more
    if (has_variables) {
        assert_int_equal(result.status, 4);
        assert_non_null(strstr(result.text, "child: the driver of "));
        assert_non_null(strstr(result.text, "/b.icd cannot be loaded: libNowhere.so.7: "));
        assert_non_null(strstr(result.text, "child: no OpenCL device found; install"));
    }
    const bool has_pocl = system(good) == 0;
    if (has_variables && has_pocl) {
        run_child(&result, d->program, variables, "open --list");
        assert_int_equal(result.status, 0);
        assert_non_null(strstr(result.text, "Portable Computing Language\n"));
        assert_non_null(strstr(result.text, "/b.icd cannot be loaded: libNowhere.so.7: "));
    }
    snprintf(good, sizeof good, "rm -r '%s'", folder);
    assert_int_equal(system(good), 0);
    if (!has_variables) skip();
}

// --list --json numbers the devices as --device takes them.
static void test_list_as_json(void **state)
{
    const devices *d = *state;
    outcome result;
    run_child(&result, d->program, "", "open --list -j");
    assert_int_equal(result.status, 0);
    json_t *root = json_loads(result.text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    size_t p, i;
    json_t *platform, *device;
    json_int_t number = 0;
    json_array_foreach(json_object_get(root, "platforms"), p, platform)
    {
        assert_true(json_array_size(json_object_get(platform, "devices")) > 0);
        json_array_foreach(json_object_get(platform, "devices"), i, device)
        {
            assert_true(json_integer_value(json_object_get(device, "number")) == number);
            assert_true(number < (json_int_t)d->count);
            cl_device_id id = d->all[number++];
            char *name = ocl_device_text(id, CL_DEVICE_NAME);
            char *version = ocl_platform_text(ocl_device_platform(id), CL_PLATFORM_VERSION);
            assert_string_equal(json_string_value(json_object_get(device, "name")), name);
            assert_string_equal(json_string_value(json_object_get(platform, "version")), version);
            free(version);
            free(name);
        }
    }
    assert_true(number == (json_int_t)d->count);
    json_decref(root);
}

int main(int argc, char **argv)
{
    if (argc > 1) return child(argc, argv);
    devices d = { .program = argv[0] };
    d.count = ocl_all_devices(&d.all);
    if (d.count == 0) return OCL_EXIT_SKIP;
    for (int i = 0; i < COPIES; i++)
        d.same[i] = d.all[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_by_number, &d),
        cmocka_unit_test_prestate(test_default, &d),
        cmocka_unit_test_prestate(test_by_type, &d),
        cmocka_unit_test_prestate(test_by_name, &d),
        cmocka_unit_test_prestate(test_no_match, &d),
        cmocka_unit_test_prestate(test_no_number, &d),
        cmocka_unit_test_prestate(test_platform_first, &d),
        cmocka_unit_test_prestate(test_extensions, &d),
        cmocka_unit_test_prestate(test_attributes, &d),
        cmocka_unit_test_prestate(test_memory, &d),
        cmocka_unit_test_prestate(test_open, &d),
        cmocka_unit_test_prestate(test_best, &d),
        cmocka_unit_test_prestate(test_broken_driver, &d),
        cmocka_unit_test_prestate(test_list_as_json, &d),
        cmocka_unit_test_prestate(test_no_driver, &d),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(d.all);
    return failed;
}
