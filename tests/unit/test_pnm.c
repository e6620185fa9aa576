// SPDX-License-Identifier: MIT
//
// PBM, PGM and PPM files, plain and raw, right and wrong, and what is written.

#include "pnm.h"
#include "test_picture.h"

#define TEXT(text) text, sizeof text - 1

typedef struct {
    const char *name, *data;
    size_t bytes;
    uint32_t width, height, channels;
    const char *samples;    // what it shows, in hexadecimal
} pnm_file;

typedef struct {
    const char *data;
    size_t bytes;
    const char *message;
} pnm_error;

static const pnm_file GOOD[] = {
    { "P1", TEXT("P1\n3 2\n0 1 0\n1 0 1\n"), 3, 2, 1, "ff00ff 00ff00" },
    { "P1 dense", TEXT("P1 3 2 010101"), 3, 2, 1, "ff00ff 00ff00" },
    { "P1 comment", TEXT("P1 #a 9\n3#b\n 2\n01#1\n0101"), 3, 2, 1, "ff00ff 00ff00" },
    { "P2", TEXT("P2\n2 2\n255\n0 1\n254 255\n"), 2, 2, 1, "0001 feff" },
    { "P2 to 7", TEXT("P2 4 2 7 0 1 2 3 4 5 6 7"), 4, 2, 1, "0024496d 92b6dbff" },
    { "P2 to 65535", TEXT("P2 3 1 65535 128 129 65535"), 3, 1, 1, "0001ff" },
    { "P3", TEXT("P3\n# one\n1 2\n# two\n255\n1 2 3\n4 5 6"), 1, 2, 3, "010203 040506" },
    { "P4", TEXT("P4\n3 2\n\x5f\xa0"), 3, 2, 1, "ff00ff 00ff00" },
    { "P4 of 9", TEXT("P4 9 2\n\x80\x00\x00\x80"), 9, 2, 1,
      "00ffffffffffffffff ffffffffffffffff00" },
    { "P5", TEXT("P5\n2 2\n255\n\x0a\x20\x00\xff"), 2, 2, 1, "0a2000ff" },
    { "P5 CR", TEXT("P5#\r2\t1\r3\r\x01\x02"), 2, 1, 1, "55aa" },
    { "P5 16 bits", TEXT("P5 3 1 65535\n\x00\x80\x00\x81\xff\xff"), 3, 1, 1, "0001ff" },
    { "P5 to 256", TEXT("P5 2 1 256\n\x01\x00\x00\x80"), 2, 1, 1, "ff80" },
    { "P6", TEXT("P6 1 2 255\n123456"), 1, 2, 3, "313233 343536" },
    { "P6 16 bits", TEXT("P6 1 1 510\n\x00\x02\x00\x04\x01\xfe"), 1, 1, 3, "0102ff" },
    { "P5 comment", TEXT("P5 2 1 255# 255\n\x0a#"), 2, 1, 1, "0a23" },
    { "P5 sample #", TEXT("P5 2 1 255\n#\n"), 2, 1, 1, "230a" },
    { "P4 comment", TEXT("P4 3 2#\r\x5f\xa0"), 3, 2, 1, "ff00ff 00ff00" },
    { "P2 comment", TEXT("P2 2 1 255#9\n0 1"), 2, 1, 1, "0001" },
    { "P6 twice", TEXT("P6 1 1 255\n123P6 1 1 255\n456"), 1, 1, 3, "313233" },
};

static const pnm_error BAD[] = {
    { TEXT("P"), "does not begin with P1 to P6" },
    { TEXT("P7\n"), "does not begin with P1 to P6" },
    { TEXT("P5"), "the file ends before its width" },
    { TEXT("P5 # 3 3 255"), "the file ends before its width" },
    { TEXT("P5 3"), "the file ends before its height" },
    { TEXT("P5 3 x"), "byte 5 is 0x78, not a digit of the height" },
    { TEXT("P5 3 -1 255\n"), "byte 5 is 0x2d, not a digit of the height" },
    { TEXT("P5 0 1 255\n1"), "the width is 0" },
    { TEXT("P5 1 0 255\n1"), "the height is 0" },
    { TEXT("P5 1 1 0\n1"), "the maximum is 0" },
    { TEXT("P5 1 1 65536\n1"), "the maximum is larger than 65535" },
    { TEXT("P5 2147483648 1 1\n1"), "the width is larger than 2147483647" },
    { TEXT("P5 99999999999999999999999 1"), "the width is larger than" },
    { TEXT("P5 2147483647 2147483647 1\n1"), "the file has 1" },
    // 6 * width * height is 2^64 + 32.
    { TEXT("P6 1824726041 1684887088 65535\n0123456789abcdef0123456789abcdef"), "the file has 32" },
    { TEXT("P4 1 1"), "no white space after the header, at byte 6" },
    { TEXT("P5 1 1 255#1"), "no white space after the header, at byte 12" },
    { TEXT("P5 1 1 255x"), "no white space after the header, at byte 10" },
    { TEXT("P4 9 1\n\x01"), "need 1 times 2 bytes, the file has 1" },
    { TEXT("P5 2 2 255\n123"), "need 2 times 2 bytes, the file has 3" },
    { TEXT("P5 1 1 256\n1"), "need 1 times 2 bytes, the file has 1" },
    { TEXT("P6 1 1 255\n12"), "need 1 times 3 bytes, the file has 2" },
    { TEXT("P5 2 1 7\n\x07\x08"), "the sample 8 before byte 11 is larger than 7" },
    { TEXT("P2 2 1 7\n7 8"), "the sample is larger than 7" },
    { TEXT("P2 2 1 7\n7      "), "the file ends before its sample" },
    { TEXT("P1 3 1\n012"), "byte 9 is not the bit 0 or 1" },
    { TEXT("P1 3 1\n01 "), "byte 10 is not the bit 0 or 1" },
};

static void test_pnm(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        const pnm_file *c = &GOOD[i];
        test_file file = { .bytes = c->bytes, .width = c->width, .height = c->height };
        memcpy(file.data, c->data, c->bytes);
        uint8_t samples[MAX_RGBA];
        assert_int_equal(read_hex(samples, c->samples), c->width * c->height * c->channels);
        for (size_t p = 0; p < c->width * c->height; p++) {
            for (size_t channel = 0; channel < 3; channel++)
                file.rgba[4 * p + channel] = samples[c->channels == 3 ? 3 * p + channel : p];
            file.rgba[4 * p + 3] = 255;
        }
        assert_shows(c->name, &file);
        for (size_t bytes = 0; bytes < c->bytes; bytes++)
            decode_any(file.data, bytes);
    }
}

static void test_pnm_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_refused((const uint8_t *)BAD[i].data, BAD[i].bytes, BAD[i].message);
}

static void test_pnm_encoded_bytes(void **state)
{
    (void)state;
    uint8_t rgba[] = { 255, 0, 0, 9, 0, 255, 0, 9, 0, 0, 255, 9 }, *data;
    ocl_picture image = { 3, 1, rgba };
    size_t bytes;
    ocl_message why;
    assert_true(ocl_pnm_encode(&image, true, &data, &bytes, &why));
    assert_int_equal(bytes, 14);
    assert_memory_equal(data, "P5\n3 1\n255\n\x4c\x96\x1d", bytes);
    free(data);
    assert_true(ocl_pnm_encode(&image, false, &data, &bytes, &why));
    assert_int_equal(bytes, 20);
    assert_memory_equal(data, "P6\n3 1\n255\n\xff\0\0\0\xff\0\0\0\xff", bytes);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pnm),
        cmocka_unit_test(test_pnm_refusals),
        cmocka_unit_test(test_pnm_encoded_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
