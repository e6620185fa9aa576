// SPDX-License-Identifier: MIT

#include "cases.h"

static const scalar_type *half_type(void)
{
    return &SCALAR_TYPE[HALF];
}

const char *form_name(const char *what, size_t form)
{
    static const char *const ends[FORMS] = { "_half",   "_half2",  "_half3",  "_half4",
                                             "_half8",  "_half16", "a_half2", "a_half3",
                                             "a_half4", "a_half8", "a_half16" };
    static char name[32];
    snprintf(name, sizeof name, "%s%s", what, ends[form]);
    return name;
}

// With the aligned form of three numbers every fourth one is left out.
static bool is_hole(size_t form, size_t i)
{
    return form % FORMS == 7 && i % 4 == 3;
}

// --- loads and stores

// An odd factor: 2^16 numbers in a row are all halves, and a few of them lie apart.
static cl_half nth_half(size_t i, uint64_t seed)
{
    return (cl_half)((i * 40503 + 0x3c00 + seed) & 0xffff);
}

form_run open_loads(size_t n, uint64_t seed)
{
    form_run run = { .forms = FORMS,
                     .room = ocl_round_up(n, NUMBERS_PER_ITEM),
                     .x_bytes = sizeof(cl_half),
                     .y_bytes = sizeof(cl_float),
                     .from = HALF };
    cl_half *x = ocl_alloc(run.room * sizeof *x);
    for (size_t i = 0; i < run.room; i++)
        x[i] = nth_half(i, seed);
    run.x = x;
    run.y = ocl_alloc(run.forms * run.room * run.y_bytes);
    return run;
}

form_run open_stores(size_t n, size_t from, uint64_t seed)
{
    form_run run = { .forms = STORE_FORMS,
                     .room = ocl_round_up(4 * n, NUMBERS_PER_ITEM),
                     .x_bytes = SCALAR_TYPE[from].bytes,
                     .y_bytes = sizeof(cl_half),
                     .from = from };
    run.x = ocl_alloc(run.room * run.x_bytes);
    run.y = ocl_alloc(run.forms * run.room * run.y_bytes);
    for (size_t i = 0; i < run.room; i++) {
        // The middle has one digit more.  Its neighbours differ in the last digit of the type.
        exact x = exact_of(half_type(), nth_half(i / 4, seed));
        if (i % 4 > 0 && x.kind == EXACT_FINITE) {
            x.magnitude = 2 * x.magnitude + 1;
            x.exponent--;
        }
        uint64_t bits = exact_to_float(x, &SCALAR_TYPE[from], RTE);
        if (x.kind == EXACT_FINITE) bits += i % 4 == 2 ? 1 : i % 4 == 3 ? UINT64_MAX : 0;
        write_bits(&SCALAR_TYPE[from], run.x, i, bits);
    }
    return run;
}

void close_run(form_run *run)
{
    free(run->y);
    free(run->x);
}

// What form `form` must make of number i.
static uint64_t model(const form_run *run, size_t form, size_t i)
{
    static const rounding modes[MODES] = { RTE, RTE, RTZ, RTP, RTN };
    const exact x =
        exact_of(&SCALAR_TYPE[run->from], read_bits(&SCALAR_TYPE[run->from], run->x, i));
    return run->from == HALF ? exact_to_float(x, &SCALAR_TYPE[FLOAT], RTE)
                             : exact_to_float(x, half_type(), modes[form / FORMS]);
}

// Results `form` beside the model, into got and want.  Any NaN is right for a NaN.
static void fill(form_run *run, size_t form, uint64_t *got, uint64_t *want)
{
    const scalar_type *to = run->from == HALF ? &SCALAR_TYPE[FLOAT] : half_type();
    cl_uint poison;
    memset(&poison, ocl_poison_byte(0), sizeof poison);
    const char *y = (const char *)run->y + form * run->room * run->y_bytes;
    for (size_t i = 0; i < run->room; i++) {
        got[i] = read_bits(to, y, i);
        want[i] = model(run, form, i);
        const bool both_nan = is_nan_bits(to, want[i]) && is_nan_bits(to, got[i]);
        const bool excused = run->excused && got[i] != want[i] && !is_hole(form, i) && !both_nan;
        run->mistakes += excused;
        if (both_nan || excused) want[i] = got[i];
        // vstore3 behind a load leaves the hole as it was; vstorea_half3 may write it.
        if (is_hole(form, i)) want[i] = run->from == HALF ? poison : got[i];
    }
}

static ocl_result verify(form_run *run, size_t form, size_t modes)
{
    uint64_t *got = ocl_alloc(sizeof *got * modes * run->room);
    uint64_t *want = ocl_alloc(sizeof *want * modes * run->room);
    for (size_t m = 0; m < modes; m++)
        fill(run, m * FORMS + form, got + m * run->room, want + m * run->room);
    const ocl_result result = ocl_verify_u64(form_name(modes == 1 ? "vload" : "vstore", form), got,
                                             want, modes * run->room);
    free(want);
    free(got);
    return result;
}

ocl_result verify_load(form_run *run, size_t form)
{
    return verify(run, form, 1);
}

ocl_result verify_store(form_run *run, size_t form)
{
    return verify(run, form, MODES);
}

// --- arithmetic

operands open_operands(size_t n, uint64_t seed)
{
    cl_half *a = ocl_alloc(sizeof *a * n), *b = ocl_alloc(sizeof *b * n);
    for (size_t i = 0; i < n; i++) {
        const uint64_t random = ocl_random(seed, i);
        a[i] = nth_half(i, seed);
        // Half of them have an exponent near that of a: else the smaller one would seldom matter.
        const cl_half near = (cl_half)(a[i] ^ (random & 0x8bff));
        b[i] = random >> 16 & 1 ? near : (cl_half)(random >> 32);
    }
    return (operands){ .a = a, .b = b, .count = n };
}

void close_operands(operands *in)
{
    free((void *)in->b);
    free((void *)in->a);
}

// In double each sum, difference and product of two halves is exact.
static cl_half operate(size_t operation, cl_half a, cl_half b)
{
    const double x = bits_to_double(half_type(), a), z = bits_to_double(half_type(), b);
    const double y = operation == 0 ? x + z : operation == 1 ? x - z : x * z;
    return (cl_half)double_to_bits(half_type(), y);
}

ocl_result verify_operators(const operands *in, const cl_half *got)
{
    const size_t count = OPERATIONS * in->count;
    uint32_t *g = ocl_alloc(sizeof *g * count), *want = ocl_alloc(sizeof *want * count);
    for (size_t i = 0; i < count; i++) {
        const size_t k = i % in->count;
        g[i] = got[i];
        want[i] = operate(i / in->count, in->a[k], in->b[k]);
        if (is_nan_bits(half_type(), g[i]) && is_nan_bits(half_type(), want[i])) want[i] = g[i];
    }
    const ocl_result result = ocl_verify_u32("bits of a half", g, want, count);
    free(want);
    free(g);
    return result;
}
