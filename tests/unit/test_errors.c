// SPDX-License-Identifier: MIT
//
// Unit tests of errors: every code has its name, messages are cut and never overflow, and a failing
// call says where and what.

#include "errors.h"
#include "test_child.h"

static const char UNKNOWN[] = "unknown OpenCL error";

// cl.h numbers its errors from 0 to -19 and from -30 to -72, without a gap.
static void test_all_codes_have_names(void **state)
{
    (void)state;
    for (cl_int code = 0; code >= -100; code--) {
        const char *name = ocl_error_name(code);
        bool known = (code <= 0 && code >= -19) || (code <= -30 && code >= -72);
        if (known != (strncmp(name, "CL_", 3) == 0)) fail_msg("%d is %s", (int)code, name);
        if (!known) assert_string_equal(name, UNKNOWN);
        for (cl_int other = 0; known && other > code; other--)
            assert_string_not_equal(name, ocl_error_name(other));
    }
}

// Numbers as in the specification, not as in the header that this was compiled with.
static void test_some_names(void **state)
{
    (void)state;
    static const struct {
        cl_int code;
        const char *name;
    } codes[] = {
        { 0, "CL_SUCCESS" },
        { -1, "CL_DEVICE_NOT_FOUND" },
        { -5, "CL_OUT_OF_RESOURCES" },
        { -11, "CL_BUILD_PROGRAM_FAILURE" },
        { -19, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE" },
        { -30, "CL_INVALID_VALUE" },
        { -46, "CL_INVALID_KERNEL_NAME" },
        { -54, "CL_INVALID_WORK_GROUP_SIZE" },
        { -69, "CL_INVALID_PIPE_SIZE" },
        { -72, "CL_MAX_SIZE_RESTRICTION_EXCEEDED" },
        { -1000, "CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR" },
        { -1001, "CL_PLATFORM_NOT_FOUND_KHR" },
        { -1057, "CL_DEVICE_PARTITION_FAILED_EXT" },
        { -1138, "CL_INVALID_COMMAND_BUFFER_KHR" },
    };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        assert_string_equal(ocl_error_name(codes[i].code), codes[i].name);

    static const cl_int unknown[] = {
        1, 72, -20, -29, -73, -999, -1002, -9999, INT32_MIN, INT32_MAX
    };
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_string_equal(ocl_error_name(unknown[i]), UNKNOWN);
}

static void test_refuse(void **state)
{
    (void)state;
    ocl_message message;
    assert_false(ocl_refuse(&message, "%s:%d: byte %u", "a.bmp", 3, 255u));
    assert_string_equal(message.text, "a.bmp:3: byte 255");
    assert_false(ocl_refuse(&message, "%s", ""));
    assert_string_equal(message.text, "");
}

// A guard behind the message shows a byte too far.
static void test_refuse_cuts(void **state)
{
    (void)state;
    struct {
        ocl_message message;
        char guard[8];
    } place;
    char text[2 * sizeof place.message.text];
    for (size_t length = 0; length < sizeof text; length++) {
        memset(text, 'x', length);
        text[length] = '\0';
        memset(&place, '#', sizeof place);
        assert_false(ocl_refuse(&place.message, "%s", text));
        size_t room = sizeof place.message.text - 1;
        assert_int_equal(strlen(place.message.text), length < room ? length : room);
        assert_memory_equal(place.message.text, text, length < room ? length : room);
        assert_memory_equal(place.guard, "########", sizeof place.guard);
    }
}

// --- complaints, in a child

static cl_int give(cl_int status)
{
    return status;
}

static void *make(cl_int status, cl_int *err)
{
    *err = status;
    return err;
}

enum { CHECK_LINE = __LINE__ + 7 };

static int complain(const char *how)
{
    ocl_set_program_name("child");
    cl_int err = CL_SUCCESS;
    printf("before\n");    // is in the buffer when the complaint comes
    if (strcmp(how, "check") == 0) OCL_CHECK(give(-30 + 0));
    if (strcmp(how, "memory") == 0) OCL_CHECK(give(CL_MEM_OBJECT_ALLOCATION_FAILURE));
    if (strcmp(how, "device") == 0) OCL_CHECK(give(CL_DEVICE_NOT_AVAILABLE));
    if (strcmp(how, "unknown") == 0) OCL_CHECK(give(-4711));
    if (strcmp(how, "success") == 0) OCL_CHECK(give(CL_SUCCESS));
    if (strcmp(how, "create") == 0) OCL_CREATE(make(CL_INVALID_CONTEXT, &err));
    if (strcmp(how, "created") == 0 && OCL_CREATE(make(CL_SUCCESS, &err)) != &err) return 1;
    if (strcmp(how, "own_kernel") == 0) ocl_set_kernel_file("my.cl");
    const cl_int missing = CL_INVALID_KERNEL_NAME;
    if (strstr(how, "kernel")) ocl_require_created(NULL, &missing, "call", "naive", "dir/a.c:5");
    if (strcmp(how, "exit") == 0) ocl_exit(OCL_EXIT_SKIP, "no %s here", "images");
    if (strcmp(how, "intel") == 0) ocl_exit(OCL_EXIT_SKIP, "this device has no %s", "cl_khr_fp16");
    if (strcmp(how, "other") == 0) ocl_warn_lacking("this device has no cl_khr_semaphore");
    if (strcmp(how, "usage") == 0) ocl_exit(OCL_EXIT_USAGE, "no file cl_khr_fp16");
    // UTF-8 of 2, 3 and 4 bytes; controls; no UTF-8: cut, too long, a surrogate; one more control.
    if (strcmp(how, "strange") == 0)
        ocl_exit(OCL_EXIT_USAGE, "%s",
                 "'\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80' \n\r\t\x1b[2J\x7f\xff\xc3 \xc0\x80 "
                 "\xed\xa0\x80 "
                 "\xc2\x85");
    if (strcmp(how, "warn") == 0) ocl_warn("%d of %d", 1, 2);
    printf("after\n");
    return OCL_EXIT_PASS;
}

static void test_complaints(void **state)
{
    char check[128];
    snprintf(check, sizeof check,
             "child: test_errors.c:%d: give(-30 + 0): CL_INVALID_VALUE (-30)\n", CHECK_LINE);
    const struct {
        const char *how;
        int status;
        const char *text;
    } cases[] = {
        { "check", OCL_EXIT_CALL, check },
        { "memory", OCL_EXIT_CALL,
          "give(CL_MEM_OBJECT_ALLOCATION_FAILURE): CL_MEM_OBJECT_ALLOCATION_FAILURE (-4); try a "
          "smaller "
          "--size or another --device\n" },
        { "device", OCL_EXIT_CALL,
          "CL_DEVICE_NOT_AVAILABLE (-2); try another --device (see --list)\n" },
        { "unknown", OCL_EXIT_CALL, "give(-4711): unknown OpenCL error (-4711)\n" },
        { "exit", OCL_EXIT_SKIP, "before\nchild: no images here\n" },
        { "intel", OCL_EXIT_SKIP,
          "before\nchild: this device has no cl_khr_fp16; Intel's runtime for CPUs has it: "
          "./demo.sh --with intel child\n" },
        { "other", OCL_EXIT_PASS,
          "before\nchild: this device has no cl_khr_semaphore; NVIDIA's driver has it\nafter\n" },
        { "usage", OCL_EXIT_USAGE, "before\nchild: no file cl_khr_fp16\n" },
        { "warn", OCL_EXIT_PASS, "before\nchild: 1 of 2\nafter\n" },
        { "strange", OCL_EXIT_USAGE,
          "child: '\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80' \\n\\r\\t\\x1b[2J\\x7f\\xff\\xc3 "
          "\\xc0\\x80 "
          "\\xed\\xa0\\x80 \\xc2\\x85\n" },
        { "success", OCL_EXIT_PASS, "before\nafter\n" },
        { "create", OCL_EXIT_CALL, "make(CL_INVALID_CONTEXT, &err): CL_INVALID_CONTEXT (-34)\n" },
        { "kernel", OCL_EXIT_CALL, "child: a.c:5: call: CL_INVALID_KERNEL_NAME (-46)\n" },
        { "own_kernel", OCL_EXIT_USAGE,
          "child: --kernel my.cl: there is no kernel 'naive' in this file\n" },
        { "created", OCL_EXIT_PASS, "before\nafter\n" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        outcome result;
        run_child(&result, *state, "", cases[i].how);
        assert_int_equal(result.status, cases[i].status);
        if (!strstr(result.text, cases[i].text))
            fail_msg("no %s in %s", cases[i].text, result.text);
        assert_int_equal(strncmp(result.text, "before\n", 7), 0);
        assert_int_equal(!!strstr(result.text, "after"), cases[i].status == OCL_EXIT_PASS);
    }
}

// Only clCreateKernel names a kernel.  The macro drops the other arguments.
static void test_kernel_of(void **state)
{
    (void)state;
    static const char *const names[] = { "naive", "tiled" };
    assert_string_equal(OCL_KERNEL_OF(clCreateKernel(program, "naive", &err)), "naive");
    assert_string_equal(OCL_KERNEL_OF(clCreateKernel(p[1], names[1], NULL)), "tiled");
    assert_null(OCL_KERNEL_OF(clCreateKernelsInProgram(program, 1, &kernel, NULL)));
    assert_null(OCL_KERNEL_OF(clCreateBuffer(context, 0, 8, NULL, &err)));
}

int main(int argc, char **argv)
{
    if (argc > 1) return complain(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_codes_have_names),
        cmocka_unit_test(test_some_names),
        cmocka_unit_test(test_refuse),
        cmocka_unit_test(test_refuse_cuts),
        cmocka_unit_test_prestate(test_complaints, argv[0]),
        cmocka_unit_test(test_kernel_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
