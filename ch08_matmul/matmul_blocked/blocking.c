// SPDX-License-Identifier: MIT

#include "blocking.h"

#include <ctype.h>
#include <stddef.h>

static const matmul_parameter CPU_PARAMETERS[] = {
    { "ROWS", offsetof(matmul_blocking, rows) },
    { "WIDTH", offsetof(matmul_blocking, width) },
    { "VECTORS", offsetof(matmul_blocking, vectors) },
    { "AHEAD", offsetof(matmul_blocking, ahead) },
    { "DEPTH", offsetof(matmul_blocking, depth) },
    { "PACKED_KIB", offsetof(matmul_blocking, packed_kib) },
    { NULL, 0 },
};

static const matmul_parameter GPU_PARAMETERS[] = {
    { "BM", offsetof(matmul_blocking, bm) },
    { "BN", offsetof(matmul_blocking, bn) },
    { "BK", offsetof(matmul_blocking, bk) },
    { "TM", offsetof(matmul_blocking, tm) },
    { "TN", offsetof(matmul_blocking, tn) },
    { "LANES_M", offsetof(matmul_blocking, lanes_m) },
    { "SLICES", offsetof(matmul_blocking, slices) },
    { "PAD", offsetof(matmul_blocking, pad) },
    { "BAND", offsetof(matmul_blocking, band) },
    { "STAGGER", offsetof(matmul_blocking, stagger) },
    { "RESIDENT", offsetof(matmul_blocking, resident) },
    { "CUTS", offsetof(matmul_blocking, cuts) },
    { "LOAD_A", offsetof(matmul_blocking, load_a) },
    { "LOAD_B", offsetof(matmul_blocking, load_b) },
    { "STORE_A", offsetof(matmul_blocking, store_a) },
    { "STORE_B", offsetof(matmul_blocking, store_b) },
    { NULL, 0 },
};

// For many tiles; for few tiles, which are smaller, and whose sums over k are cut into slices; for
// too few of these, with a long k: all are computed in equal parts; with a short k; for small
// devices, of which nothing is known.
static const char *const GPU_DEFAULTS[] = {
    "BM=128,BN=128,BK=8,TM=16,TN=8,LANES_M=4,SLICES=1,PAD=4,BAND=32,STAGGER=0,RESIDENT=2,"
    "LOAD_A=2,LOAD_B=0,STORE_A=5,STORE_B=6",
    "BM=64,BN=64,BK=8,TM=8,TN=16,LANES_M=8,SLICES=4,PAD=4,BAND=1,STAGGER=6,RESIDENT=2,"
    "LOAD_A=1,LOAD_B=1,STORE_A=7,STORE_B=3",
    "BM=64,BN=64,BK=16,TM=8,TN=8,LANES_M=4,SLICES=2,PAD=4,BAND=1,STAGGER=6,RESIDENT=3,"
    "LOAD_A=1,LOAD_B=1,STORE_A=15,STORE_B=7",
    "BM=32,BN=32,BK=8,TM=4,TN=8,LANES_M=8,SLICES=8,PAD=4,BAND=1,STAGGER=6,RESIDENT=2,"
    "LOAD_A=1,LOAD_B=1,STORE_A=7,STORE_B=3",
    "BM=32,BN=32,BK=8,TM=8,TN=4,LANES_M=4,SLICES=1,PAD=4,BAND=8,STAGGER=0,RESIDENT=0,"
    "LOAD_A=0,LOAD_B=2,STORE_A=5,STORE_B=7",
};
enum { LARGE, SMALL, SMALL_CUT, TINY, GPU_DEFAULT_COUNT = 5 };

// A shorter k is not worth cutting, and there is a limit to the parts: they have to be added.
enum { MIN_CUT_K = 768, MAX_CUTS = 16 };

// The largest number in --blocking: of most sizes; of depth and packed_kib.
enum { MAX_NUMBER = 1024, MAX_PACKED = 1 << 20 };

const matmul_parameter *matmul_parameters(bool cpu)
{
    return cpu ? CPU_PARAMETERS : GPU_PARAMETERS;
}

int *matmul_value(matmul_blocking *blocking, const matmul_parameter *parameter)
{
    return (int *)(void *)((char *)blocking + parameter->offset);
}

void matmul_blocking_text(const matmul_blocking *blocking, char text[MATMUL_TEXT])
{
    matmul_blocking copy = *blocking;
    size_t used = 0;
    for (const matmul_parameter *p = matmul_parameters(copy.cpu); p->name; p++)
        used += (size_t)snprintf(text + used, MATMUL_TEXT - used, "%s-D%s=%d", used ? " " : "",
                                 p->name, *matmul_value(&copy, p));
}

static int max_of(const matmul_parameter *parameter)
{
    const size_t depth = offsetof(matmul_blocking, depth);
    const size_t packed_kib = offsetof(matmul_blocking, packed_kib);
    return parameter->offset == depth || parameter->offset == packed_kib ? MAX_PACKED : MAX_NUMBER;
}

// One "NAME=NUMBER".
static bool parse_word(matmul_blocking *blocking, const char *word, ocl_message *why)
{
    const char *equals = strchr(word, '=');
    for (const matmul_parameter *p = matmul_parameters(blocking->cpu); equals && p->name; p++) {
        const size_t length = (size_t)(equals - word);
        if (strlen(p->name) != length || strncmp(word, p->name, length) != 0) continue;
        const int max = max_of(p);
        char *end;
        const long value = strtol(equals + 1, &end, 10);
        if (!isdigit((unsigned char)equals[1]) || *end || value > max)
            return ocl_refuse(why, "%s: the number must be from 0 to %d", word, max);
        *matmul_value(blocking, p) = (int)value;
        return true;
    }
    return ocl_refuse(why, "%s: not a size of %s", word,
                      blocking->cpu ? "cpu_blocked" : "register_blocked");
}

bool matmul_blocking_parse(matmul_blocking *blocking, const char *text, ocl_message *why)
{
    static const char APART[] = ", ";
    for (text += strspn(text, APART); *text; text += strspn(text, APART)) {
        if (strncmp(text, "-D", 2) == 0) text += 2;
        char word[64];
        const size_t length = strcspn(text, APART);
        snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), text);
        if (!parse_word(blocking, word, why)) return false;
        text += length;
    }
    return true;
}

static bool cpu_fits(const matmul_blocking *b)
{
    const bool width = b->width == 4 || b->width == 8 || b->width == 16;
    return width && b->rows >= 1 && b->vectors >= 1 && b->depth >= 1 && b->packed_kib >= 1;
}

static bool positive(const matmul_blocking *b)
{
    return b->bm > 0 && b->bn > 0 && b->bk > 0 && b->tm > 0 && b->tn > 0 && b->lanes_m > 0 &&
           b->slices > 0 && b->band > 0;
}

// Whole vectors, whole teams of 32 work-items, the same number of vectors to move for each
// work-item, and a power of two of slices.
static bool divides(const matmul_blocking *b)
{
    if (b->bk % 4 || b->tm % 4 || b->tn % 4 || b->pad % 4) return false;
    if (b->lanes_m != 2 && b->lanes_m != 4 && b->lanes_m != 8 && b->lanes_m != 16) return false;
    if (b->bm % (b->lanes_m * b->tm) || b->bn % (32 / b->lanes_m * b->tn)) return false;
    const int items = b->bm / b->tm * (b->bn / b->tn);
    const bool halves = (b->slices & (b->slices - 1)) == 0;
    return halves && b->bm * b->bk / 4 % items == 0 && b->bn * b->bk / 4 % items == 0;
}

static bool in_order(const matmul_blocking *b)
{
    return b->load_a <= b->store_a && b->load_b <= b->store_b && b->store_a < b->bk &&
           b->store_b < b->bk;
}

static bool gpu_fits(const matmul_blocking *b, cl_device_id device)
{
    if (!positive(b) || !divides(b) || !in_order(b) || b->tm * b->tn > 256) return false;
    // 64 bits hold products of numbers up to MAX_NUMBER.
    const cl_ulong items = (cl_ulong)(b->bm / b->tm * (b->bn / b->tn));
    const cl_ulong slices = (cl_ulong)b->slices;
    const cl_ulong tiles = slices * 2 * (cl_ulong)b->bk * (cl_ulong)(b->bm + b->pad + b->bn);
    const cl_ulong handed_over =
        slices / 2 * 4 * items;    // four floats per work-item that passes on
    const cl_ulong most_items = ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const cl_ulong most_bytes = ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    return handed_over <= tiles && items * slices <= most_items &&
           tiles * sizeof(float) <= most_bytes;
}

bool matmul_blocking_fits(const matmul_blocking *blocking, cl_device_id device)
{
    return blocking->cpu ? cpu_fits(blocking) : gpu_fits(blocking, device);
}

// The sums of a block fit the vector registers: 32 with AVX-512 (16 floats each), 16 otherwise.
static matmul_blocking cpu_default(cl_device_id device)
{
    const cl_ulong native = ocl_device_number(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    const int width = native >= 16 ? 16 : native >= 8 ? 8 : 4;
    const int ahead = native > 1 ? 16 : 0;    // a device without vectors has no prefetch either
    return (matmul_blocking){ .cpu = true,
                              .rows = width == 16 ? 14 : 6,
                              .width = width,
                              .vectors = 2,
                              .ahead = ahead,
                              .depth = 512,
                              .packed_kib = 1536 };
}

static size_t tiles_of(const size_t mnk[3], size_t side)
{
    return ocl_divide_up(mnk[0], side) * ocl_divide_up(mnk[1], side);
}

// Large tiles when there are enough of them for the compute units.  Small tiles when each round of
// one tile per unit is nearly full.  Otherwise, parts of small tiles, or tiny tiles.
static int choose_default(const size_t mnk[3], size_t units)
{
    if (2 * tiles_of(mnk, 128) >= 3 * units) return LARGE;
    const size_t tiles = tiles_of(mnk, 64), rounds = ocl_divide_up(tiles, units);
    if (10 * tiles >= 7 * rounds * units) return SMALL;
    if (mnk[2] >= MIN_CUT_K) return SMALL_CUT;
    return rounds == 1 ? TINY : SMALL;
}

matmul_blocking matmul_default_blocking(cl_device_id device, bool cpu, const size_t mnk[3])
{
    if (cpu) return cpu_default(device);
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const int choice = choose_default(mnk, units);
    matmul_blocking blocking = { .cpu = false };
    for (int i = choice; i < GPU_DEFAULT_COUNT; i++) {
        ocl_message ignored;
        matmul_blocking_parse(&blocking, GPU_DEFAULTS[i], &ignored);
        if (gpu_fits(&blocking, device)) break;
    }
    // As many parts as the units run at the same time.
    if (choice == SMALL_CUT) {
        const size_t places = units * (size_t)blocking.resident, tiles = tiles_of(mnk, 64);
        blocking.cuts = (int)ocl_smaller((places + tiles / 2) / tiles, MAX_CUTS);
    }
    return blocking;
}
