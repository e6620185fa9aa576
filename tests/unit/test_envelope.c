// SPDX-License-Identifier: MIT
//
// Unit tests of envelope: the layout byte by byte, and the reason for each refusal.  (fuzz_envelope
// cuts and changes every byte.)

#include "shared/binary_file.h"
#include "test_child.h"

static const char KIND[] = "KINDKIND";

static unsigned char *pack(const char *label, const char *content, size_t *bytes)
{
    const envelope parts = { label, content, strlen(label), strlen(content) };
    return envelope_pack(KIND, &parts, bytes);
}

static void test_layout(void **state)
{
    (void)state;
    // The checksum is FNV-1a's published test vector for "foobar".
    static const unsigned char want[] = { 'K',  'I',  'N',  'D',  'K',  'I',  'N',  'D',     //
                                          3,    0,    0,    0,    0,    0,    0,    0,       //
                                          3,    0,    0,    0,    0,    0,    0,    0,       //
                                          0xe8, 0x67, 0x39, 0xf7, 0x71, 0x41, 0x94, 0x85,    //
                                          'f',  'o',  'o',  'b',  'a',  'r' };
    size_t bytes;
    unsigned char *data = pack("foo", "bar", &bytes);
    assert_int_equal(bytes, sizeof want);
    assert_memory_equal(data, want, sizeof want);
    free(data);
}

static void check_parts(const char *label, const char *content)
{
    size_t bytes;
    unsigned char *data = pack(label, content, &bytes);
    envelope parts;
    ocl_message why;
    if (!envelope_open(KIND, data, bytes, &parts, &why)) fail_msg("%s", why.text);
    assert_int_equal(parts.label_bytes, strlen(label));
    assert_int_equal(parts.content_bytes, strlen(content));
    assert_memory_equal(parts.label, label, parts.label_bytes);
    assert_memory_equal(parts.content, content, parts.content_bytes);
    free(data);
}

static void test_parts(void **state)
{
    (void)state;
    check_parts("a label", "the content");
    check_parts("", "the content");
    check_parts("a label", "");
    check_parts("", "");
}

static void check_refused(const char *kind, const unsigned char *data, size_t bytes,
                          const char *reason)
{
    envelope parts;
    ocl_message why = { "" };
    assert_false(envelope_open(kind, data, bytes, &parts, &why));
    if (!strstr(why.text, reason)) fail_msg("no '%s' in '%s'", reason, why.text);
}

static void test_reasons(void **state)
{
    (void)state;
    size_t bytes;
    unsigned char *sound = pack("label", "content", &bytes), *data = ocl_alloc(bytes + 1);
    memcpy(data, sound, bytes);
    data[bytes] = 0;
    check_refused("KINDLESS", data, bytes, "does not begin with KINDLESS");
    check_refused(KIND, data, 0, "does not begin with KINDKIND");
    check_refused(KIND, data, 7, "does not begin with");
    check_refused(KIND, data, 8, "cut off in its header, at byte 8");
    check_refused(KIND, data, 31, "cut off in its header, at byte 31");
    check_refused(KIND, data, 32, "cut off at byte 32");
    check_refused(KIND, data, bytes - 1, "cut off at byte 43");
    check_refused(KIND, data, bytes + 1, "45 bytes long");
    for (size_t at = 8; at < 24; at += 8) {    // lengths whose sum overflows
        memset(data + at, 0xff, 8);
        check_refused(KIND, data, bytes, "cut off");
        memcpy(data, sound, bytes);
    }
    data[bytes - 1] ^= 1;
    check_refused(KIND, data, bytes, "its checksum is wrong");
    free(data);
    free(sound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
