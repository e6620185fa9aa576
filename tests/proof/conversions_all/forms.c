// SPDX-License-Identifier: MIT

#include "forms.h"

enum { LARGEST_HALF = 65504 };

// Without a suffix a conversion rounds towards zero to an integer, to the nearest to a float.
static const char *const SUFFIXES[] = { "", "_rte", "_rtz", "_rtp", "_rtn" };

typedef struct {
    size_t to;
    bool saturated;
    size_t suffix;
} form;

static form form_of(size_t number)
{
    if (number < 80)
        return (form){ .to = number / 10, .saturated = number % 10 >= 5, .suffix = number % 5 };
    return (form){ .to = FLOAT + (number - 80) / 5, .suffix = number % 5 };
}

static rounding mode_of(const form *f)
{
    static const rounding modes[] = { RTE, RTE, RTZ, RTP, RTN };
    return f->suffix == 0 && is_integer(&SCALAR_TYPE[f->to]) ? RTZ : modes[f->suffix];
}

// What C99 and the specification leave to the implementation: a number that a signed integer does
// not have; for floating-point numbers, one that any integer does not have.  *wrapped is what its
// lowest bits give.
static bool is_defined(const form *f, const scalar_type *from, exact x, uint64_t *wrapped)
{
    const scalar_type *to = &SCALAR_TYPE[f->to];
    bool inside;
    *wrapped = exact_to_integer(x, to, mode_of(f), false, &inside);
    return inside || f->saturated || (is_integer(from) && !to->is_signed);
}

static uint64_t model(const form *f, exact x)
{
    const scalar_type *to = &SCALAR_TYPE[f->to];
    bool inside;
    return is_integer(to) ? exact_to_integer(x, to, mode_of(f), f->saturated, &inside)
                          : exact_to_float(x, to, mode_of(f));
}

static bool flushes(cl_device_id device, size_t type)
{
    return type == FLOAT && !(ocl_device_number(device, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM);
}

// convert_uchar_rte(int) and its like exist, although there is nothing to round.
static bool rounds_integer(const conversion *c, size_t number)
{
    const form f = form_of(number);
    return is_integer(&SCALAR_TYPE[c->from]) && is_integer(&SCALAR_TYPE[f.to]) && f.suffix > 0;
}

// Other bits that are right, too: any NaN for a NaN; 0 for a denormal where the device has none.
static bool also_right(const conversion *c, const form *f, uint64_t x, uint64_t got)
{
    const scalar_type *from = &SCALAR_TYPE[c->from], *to = &SCALAR_TYPE[f->to];
    const uint64_t want = model(f, exact_of(from, x));
    if (is_nan_bits(to, want)) return is_nan_bits(to, got);
    if (flushes(c->device, f->to) && is_denormal_bits(to, want))
        return (got & (bits_mask(to) >> 1)) == 0;
    if (flushes(c->device, c->from) && is_denormal_bits(from, x))
        return got == model(f, exact_of(from, 0));
    return false;
}

static void tell_mismatch(const conversion *c, const form *f, uint64_t x, uint64_t got)
{
    const scalar_type *from = &SCALAR_TYPE[c->from], *to = &SCALAR_TYPE[f->to];
    ocl_warn("convert_%s%s%s of %s 0x%llx: 0x%llx, not 0x%llx", to->name,
             f->saturated ? "_sat" : "", SUFFIXES[f->suffix], from->name, (unsigned long long)x,
             (unsigned long long)got, (unsigned long long)model(f, exact_of(from, x)));
}

static bool needs_rounding(size_t from, size_t to)
{
    if (from == LONG || from == ULONG) return to == DOUBLE;
    return (from == FLOAT || from == DOUBLE) && (is_integer(&SCALAR_TYPE[to]) || to < from);
}

// Whether the driver is known to convert this number wrongly.
static bool is_known_mistake(const conversion *c, size_t to, const exact *x)
{
    const size_t from = c->from;
    const bool to_integer = is_integer(&SCALAR_TYPE[to]);
    const bool from_integer = is_integer(&SCALAR_TYPE[from]);
    const char *fault = NULL;
    if (needs_rounding(from, to)) fault = ocl_known_fault(c->device, "arithmetic of the x87 unit");
    if (!fault && to_integer && !from_integer)
        fault = ocl_known_fault(c->device, "rounding of floats to integers");
    if (!fault && x->kind == EXACT_NAN && to == UINT)
        fault = ocl_known_fault(c->device, "NaN to uint");
    if (!fault && x->kind == EXACT_NAN && to_integer &&
        (from == DOUBLE || to == LONG || to == ULONG))
        fault = ocl_known_fault(c->device, "NaN to an integer");
    if (!fault && from == DOUBLE && (to == FLOAT || to == HALF))
        fault = ocl_known_fault(c->device, "double to float and half");
    if (!fault && to == HALF && from_integer && x->magnitude > LARGEST_HALF)
        fault = ocl_known_fault(c->device, "large integers to half");
    return fault != NULL;
}

// The results of one form beside those of the model; returns the first that is wrong, or count.
static size_t compare_form(const conversion *c, size_t number, uint64_t *want, uint64_t *got,
                           uncompared *outside)
{
    const form f = form_of(number);
    const scalar_type *from = &SCALAR_TYPE[c->from], *to = &SCALAR_TYPE[f.to];
    const bool exists = !rounds_integer(c, number) ||
                        !ocl_known_fault(c->device, "rounding from integer to integer");
    const void *results = c->results + (exists ? number : number - f.suffix) * c->room;
    size_t first_wrong = c->count;
    for (size_t i = 0; i < c->count; i++) {
        const uint64_t bits = read_bits(from, c->x, i);
        const exact x = exact_of(from, bits);
        uint64_t wrapped;
        got[i] = read_bits(to, results, i);
        want[i] = model(&f, x);
        if (is_integer(to) && !is_defined(&f, from, x, &wrapped)) {
            bool inside;
            outside->results++;
            outside->wrapped += got[i] == wrapped;
            outside->saturated += got[i] == exact_to_integer(x, to, mode_of(&f), true, &inside);
            want[i] = got[i];
        }
        if (got[i] == want[i]) continue;
        const bool excused = is_known_mistake(c, f.to, &x);
        outside->excused += excused;
        if (excused || also_right(c, &f, bits, got[i]))
            want[i] = got[i];
        else if (first_wrong == c->count)
            first_wrong = i;
    }
    return first_wrong;
}

ocl_result verify_conversions(const conversion *c, uncompared *outside)
{
    uint64_t *got = ocl_alloc(sizeof *got * 10 * c->count);
    uint64_t *want = ocl_alloc(sizeof *want * 10 * c->count);
    ocl_result all = { .pass = true };
    for (size_t to = 0; to < SCALAR_TYPES; to++) {
        if (!device_has_type(c->device, to)) continue;
        const scalar_type *type = &SCALAR_TYPE[to];
        const size_t first = is_integer(type) ? 10 * to : 80 + 5 * (to - FLOAT);
        const size_t forms = is_integer(type) ? 10 : 5;
        for (size_t k = 0; k < forms; k++) {
            const size_t at = k * c->count;
            const size_t i = compare_form(c, first + k, want + at, got + at, outside);
            const form f = form_of(first + k);
            if (i < c->count)
                tell_mismatch(c, &f, read_bits(&SCALAR_TYPE[c->from], c->x, i), got[at + i]);
        }
        all = ocl_result_both(all, ocl_verify_u64(type->name, got, want, forms * c->count));
    }
    free(want);
    free(got);
    return all;
}
