// SPDX-License-Identifier: MIT

#include "cases.h"

// In the order of the kernels.
static const printf_case OF_INTEGERS[] = {
    { "%d", 0 },   { "%i", 1 },    { "%u", 1 },      { "%o", 0 },    { "%x", 1 },
    { "%X", 1 },   { "%c", 4 },    { "%5d", 1 },     { "%-5d|", 1 }, { "%05d", 1 },
    { "%+d", 0 },  { "% d", 0 },   { "%#o", 0 },     { "%#x", 0 },   { "%#X", 0 },
    { "%.4d", 1 }, { "%8.4d", 1 }, { "%-8.4d|", 1 }, { "%+08d", 0 }, { "%.0d|", 2 },
    { "%3c", 4 },  { "%-3c|", 4 },
};
static const printf_case OF_LENGTHS[] = {
    { "%hhd", 3 }, { "%hhu", 1 }, { "%hhx", 1 },   { "%hd", 5 }, { "%hu", 1 },
    { "%hx", 1 },  { "%ld", 1 },  { "%li", 0 },    { "%lu", 1 }, { "%lx", 0 },
    { "%lX", 1 },  { "%lo", 0 },  { "%22ld|", 1 }, { "%zu", 0 }, { "%td", 1 },
};
static const printf_case OF_FLOATS[] = {
    { "%f", 0 },     { "%F", 0 },       { "%e", 0 },      { "%E", 0 },    { "%g", 0 },
    { "%G", 6 },     { "%a", 0 },       { "%A", 3 },      { "%.3a", 3 },  { "%.2f", 0 },
    { "%10.3f", 0 }, { "%-10.3f|", 0 }, { "%010.2f", 4 }, { "%+.1e", 0 }, { "% f", 0 },
    { "%.0f", 0 },   { "%#.0f", 0 },    { "%#g", 5 },     { "%g", 5 },    { "%g", 7 },
    { "%g", 8 },     { "%f", 1 },       { "%E", 1 },      { "%8g|", 9 },  { "%f", 2 },
    { "%G", 2 },
};
static const printf_case OF_TEXTS[] = {
    { "%s", 0 },    { "%8s", 0 },     { "%-8s|", 0 }, { "%.2s", 0 },
    { "100%%", 0 }, { "%s %d%%", 0 }, { "%p", 0 },    { "plain", 0 },
};
static const printf_case OF_VECTORS[] = {
    { "%v4hlf", 0 },
    { "%v2hle", 4 },
    { "%v2hlE", 4 },
    { "%v3hlg", 5 },
    { "%v2hlG", 7 },
    { "%v2hlF", 0 },
    { "%v2hla", 3 },
    { "%v2hlA", 3 },
    { "%7.2v4hlf", 0 },
    { "%v8hld", 0 },
    { "%v16hlf", 0 },
    { "%v2hli", 0 },
    { "%v4hlu", 0 },
    { "%v2hlx", 0 },
    { "%v2hlX", 0 },
    { "%v2hlo", 0 },
    { "%#v2hlx", 0 },
    { "%+v2hld", 0 },
    { "%-5v2hld|", 0 },
    { "%05v2hld", 0 },
    { "%v2hhd", 0 },
    { "%v8hhx", 0 },
    { "%v16hhu", 0 },
    { "%v4hd", 0 },
    { "%v3hu", 0 },
    { "%v2ld", 0 },
    { "%v4lu", 0 },
    { "%v2lx", 0 },
    { "%v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu", 0 },
};
static const printf_case OF_DOUBLES[] = {
    { "%v2lf", 0 },
    { "%v4le", 4 },
    { "%9.3v3lg|", 4 },
    { "%.9g", 3 },
};
// Numbers that a half has.
static const printf_case OF_HALVES[] = {
    { "%v4hf", 8 },  { "%v2he", 0 },     { "%v3hg", 0 },
    { "%v2ha", 10 }, { "%8.2v8hf|", 8 }, { "%-9v2hG|", 10 },
};

#define FAMILY(name, list)                       \
    {                                            \
        name, list, sizeof list / sizeof list[0] \
    }
const printf_family PRINTF_FAMILIES[FAMILIES] = {
    FAMILY("integers", OF_INTEGERS), FAMILY("lengths", OF_LENGTHS), FAMILY("floats", OF_FLOATS),
    FAMILY("texts", OF_TEXTS),       FAMILY("vectors", OF_VECTORS), FAMILY("doubles", OF_DOUBLES),
    FAMILY("halves", OF_HALVES),
};

printf_numbers make_numbers(void)
{
    printf_numbers n = {
        .x = { 42, -7, 0, 300, 'A', 70000 },
        .f = { 2.71875f, INFINITY, NAN, 0.1f, -3.5f, 100000.0f, 1e6f, 1e-4f, 0.00390625f,
               -INFINITY },
    };
    for (int k = 6; k < NUMBERS; k++)
        n.x[k] = k * k;
    for (int k = 10; k < NUMBERS; k++)
        n.f[k] = (float)k / 8.0f;
    for (int k = 0; k < NUMBERS; k++)
        n.l[k] = n.x[k] * 4294967299LL;
    return n;
}

// A conversion of a format: "%-5v2hld" has the flags, width and precision "-5", 2 components, the
// length "hl" and the letter 'd'.
typedef struct {
    char before[16];    // "%-5"
    size_t components;
    bool is_vector;
    char length[3];
    char letter;
} conversion;

// Reads the conversion at `format`; gives what follows it.
static const char *read_conversion(conversion *c, const char *format)
{
    *c = (conversion){ .components = 1 };
    size_t used = 1 + strspn(format + 1, "-+ #0123456789.");
    snprintf(c->before, sizeof c->before, "%.*s", (int)used, format);
    format += used;
    if (*format == 'v') {
        char *end;
        c->is_vector = true;
        c->components = strtoul(format + 1, &end, 10);
        format = end;
    }
    used = strspn(format, "hlzt");
    snprintf(c->length, sizeof c->length, "%.*s", (int)used, format);
    c->letter = format[used];
    return format + used + 1;
}

// The k-th number as the type that the length names.  A size is an int here.
static long long signed_number(const conversion *c, const printf_numbers *n, size_t k)
{
    if (strcmp(c->length, "l") == 0) return n->l[k];
    if (strcmp(c->length, "hh") == 0) return (cl_char)n->x[k];
    if (strcmp(c->length, "h") == 0) return (cl_short)n->x[k];
    return n->x[k];
}

static unsigned long long unsigned_number(const conversion *c, const printf_numbers *n, size_t k)
{
    if (strcmp(c->length, "l") == 0) return (cl_ulong)n->l[k];
    if (strcmp(c->length, "hh") == 0) return (cl_uchar)n->x[k];
    if (strcmp(c->length, "h") == 0) return (cl_ushort)n->x[k];
    return (cl_uint)n->x[k];
}

// One component, or one number, by C's printf.
static void print_one(char text[MAX_TEXT], const conversion *c, const printf_numbers *n, size_t k)
{
    char format[32];
    const bool is_integer = strchr("diouxX", c->letter);
    snprintf(format, sizeof format, "%s%s%c", c->before, is_integer ? "ll" : "", c->letter);
    if (strchr("di", c->letter))
        snprintf(text, MAX_TEXT, format, signed_number(c, n, k));
    else if (is_integer)
        snprintf(text, MAX_TEXT, format, unsigned_number(c, n, k));
    else if (c->letter == 'c')
        snprintf(text, MAX_TEXT, format, n->x[k]);
    else if (c->letter == 's')
        snprintf(text, MAX_TEXT, format, "word");
    else if (c->letter == '%')
        snprintf(text, MAX_TEXT, "%%");
    else if (c->letter == 'p')
        snprintf(text, MAX_TEXT, "an address");
    else
        snprintf(text, MAX_TEXT, format, (double)n->f[k]);
}

void model_text(char text[MAX_TEXT], const printf_case *c, const printf_numbers *numbers)
{
    size_t used = 0;
    for (const char *at = c->format; *at;) {
        if (*at != '%') {
            text[used++] = *at++;
            continue;
        }
        conversion one;
        at = read_conversion(&one, at);
        for (size_t k = 0; k < one.components; k++) {
            char number[MAX_TEXT];
            print_one(number, &one, numbers, c->at + k);
            used +=
                (size_t)snprintf(text + used, MAX_TEXT - used, "%s%s", k > 0 ? "," : "", number);
        }
    }
    text[used] = '\0';
}

// "nan" or "-nan" or "nan(...)", "inf" or "infinity" with its sign, in either case as the letter
// asks.
static bool is_special(const char *got, double want)
{
    got += strspn(got, " ");
    const bool negative = *got == '-';
    got += strspn(got, "-+");
    if (isinf(want) && negative != (want < 0)) return false;
    return isnan(want) ? strncmp(got, "nan", 3) == 0 || strncmp(got, "NAN", 3) == 0
                       : strncmp(got, "infinity", 8) == 0 || strncmp(got, "INFINITY", 8) == 0;
}

// The first digit of %a is any, and so the others differ; how many there are is fixed.
static bool is_hexadecimal(const char *got, const conversion *c, double want)
{
    const char *point = strchr(c->before, '.');
    const char *digits = got + strcspn(got, ".,");
    char *end;
    const double number = strtod(got, &end);
    if (!point) return number == want;
    const size_t precision = strtoul(point + 1, NULL, 10);
    return strspn(digits + (*digits == '.'), "0123456789abcdefABCDEF") == precision &&
           fabs(number - want) <= ldexp(fabs(want), -4 * (int)precision - 1);
}

bool is_allowed(const printf_case *c, const printf_numbers *numbers, const char *got)
{
    conversion one;
    if (c->format[0] != '%') return false;
    read_conversion(&one, c->format);
    if (one.letter == 'p') return got[0] != '\0';
    if (!strchr("aAeEfFgG", one.letter)) return false;
    for (size_t k = 0; k < one.components; k++) {
        const double want = numbers->f[c->at + k];
        if (!isfinite(want) ? !is_special(got, want)
                            : !strchr("aA", one.letter) || !is_hexadecimal(got, &one, want))
            return false;
        got += strcspn(got, ",");
        got += *got == ',';
    }
    return true;
}
