// SPDX-License-Identifier: MIT
//
// Runs a fuzz target without libFuzzer:
//
//     fuzz_NAME [-runs=N] [-seed=S] FILE...
//
// Every file is given to the target once, then N times one of them with random changes.  The same
// line does the same again, so that a crash can be looked at in a debugger.

#include "random.h"
#include "system/memory.h"
#include "system/read_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

enum { MAX_EDITS = 4, MAX_CHUNK = 64 };

typedef struct {
    unsigned char *data;
    size_t bytes;
} fuzz_input;

typedef struct {
    fuzz_input *inputs;
    size_t count;
} fuzz_corpus;

typedef struct {
    uint64_t seed, index;
} fuzz_dice;

static size_t roll(fuzz_dice *dice, size_t sides)
{
    return (size_t)(ocl_random(dice->seed, dice->index++) % sides);
}

static void add_file(fuzz_corpus *corpus, const char *path)
{
    fuzz_input input;
    ocl_message why;
    if (!ocl_read_file(path, &input.data, &input.bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    fuzz_input *inputs = realloc(corpus->inputs, (corpus->count + 1) * sizeof input);
    if (!inputs) ocl_exit(OCL_EXIT_USAGE, "no memory for %zu inputs", corpus->count + 1);
    inputs[corpus->count++] = input;
    corpus->inputs = inputs;
}

// In an allocation of just that size, so that the address sanitizer sees a byte too far.
static void run(const unsigned char *data, size_t bytes)
{
    unsigned char *copy = malloc(bytes ? bytes : 1);
    if (!copy) ocl_exit(OCL_EXIT_USAGE, "no memory for an input of %zu bytes", bytes);
    memcpy(copy, data, bytes);
    LLVMFuzzerTestOneInput(copy, bytes);
    free(copy);
}

static void write_number(fuzz_input *input, fuzz_dice *dice)
{
    static const uint32_t numbers[] = { 0,    1,      2,          0x7f,       0x80,
                                        0xff, 0x7fff, 0x7fffffff, 0x80000000, 0xffffffff };
    uint32_t number = numbers[roll(dice, sizeof numbers / sizeof numbers[0])];
    bool big_endian = roll(dice, 2);
    size_t width = (size_t)1 << roll(dice, 3), at = roll(dice, input->bytes);
    for (size_t i = 0; i < width && at + i < input->bytes; i++)
        input->data[at + i] = (unsigned char)(number >> 8 * (big_endian ? width - 1 - i : i));
}

// There is room for MAX_CHUNK bytes more.
static void insert_chunk(fuzz_input *input, fuzz_dice *dice)
{
    size_t bytes = 1 + roll(dice, input->bytes < MAX_CHUNK ? input->bytes : MAX_CHUNK);
    size_t from = roll(dice, input->bytes - bytes + 1), to = roll(dice, input->bytes + 1);
    unsigned char chunk[MAX_CHUNK];
    memcpy(chunk, input->data + from, bytes);
    memmove(input->data + to + bytes, input->data + to, input->bytes - to);
    memcpy(input->data + to, chunk, bytes);
    input->bytes += bytes;
}

static void remove_chunk(fuzz_input *input, fuzz_dice *dice)
{
    size_t at = roll(dice, input->bytes), bytes = 1 + roll(dice, MAX_CHUNK);
    if (bytes > input->bytes - at) bytes = input->bytes - at;
    memmove(input->data + at, input->data + at + bytes, input->bytes - at - bytes);
    input->bytes -= bytes;
}

static void edit(fuzz_input *input, fuzz_dice *dice)
{
    if (input->bytes == 0) return;
    switch (roll(dice, 6)) {
    case 0:
        input->data[roll(dice, input->bytes)] ^= (unsigned char)(1u << roll(dice, 8));
        break;
    case 1:
        input->data[roll(dice, input->bytes)] = (unsigned char)roll(dice, 256);
        break;
    case 2:
        write_number(input, dice);
        break;
    case 3:
        insert_chunk(input, dice);
        break;
    case 4:
        remove_chunk(input, dice);
        break;
    default:
        input->bytes = roll(dice, input->bytes);
        break;
    }
}

static void run_mutation(const fuzz_corpus *corpus, uint64_t seed, uint64_t number)
{
    fuzz_dice dice = { ocl_random(seed, number), 0 };
    const fuzz_input *from = &corpus->inputs[roll(&dice, corpus->count)];
    fuzz_input input = { ocl_alloc(from->bytes + MAX_EDITS * MAX_CHUNK), from->bytes };
    memcpy(input.data, from->data, from->bytes);
    for (size_t edits = 1 + roll(&dice, MAX_EDITS); edits > 0; edits--)
        edit(&input, &dice);
    run(input.data, input.bytes);
    free(input.data);
}

static uint64_t parse_number(const char *argument, const char *digits)
{
    char *end;
    unsigned long long number = strtoull(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || *end)
        ocl_exit(OCL_EXIT_USAGE, "%s: a whole number was expected", argument);
    return number;
}

int main(int argc, char **argv)
{
    fuzz_corpus corpus = { NULL, 0 };
    uint64_t runs = 0, seed = 1;
    ocl_set_program_name("fuzz");
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "-runs=", 6) == 0)
            runs = parse_number(argv[i], argv[i] + 6);
        else if (strncmp(argv[i], "-seed=", 6) == 0)
            seed = parse_number(argv[i], argv[i] + 6);
        else if (argv[i][0] == '-')
            ocl_exit(OCL_EXIT_USAGE, "%s: not an option; known are -runs=N and -seed=S", argv[i]);
        else
            add_file(&corpus, argv[i]);
    }
    if (corpus.count == 0) ocl_exit(OCL_EXIT_USAGE, "no input: name a file");

    for (size_t i = 0; i < corpus.count; i++)
        run(corpus.inputs[i].data, corpus.inputs[i].bytes);
    for (uint64_t i = 0; i < runs; i++)
        run_mutation(&corpus, seed, i);
    printf("%zu inputs, %llu mutations\n", corpus.count, (unsigned long long)runs);

    for (size_t i = 0; i < corpus.count; i++)
        free(corpus.inputs[i].data);
    free(corpus.inputs);
    return EXIT_SUCCESS;
}
