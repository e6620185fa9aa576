// SPDX-License-Identifier: MIT
//
// Unit tests of options: the number parsers in this process, the command line in a child that
// prints what it understood.

#include "number.h"
#include "options.h"
#include "test_child.h"
#include "timing.h"

#include <inttypes.h>
#include <math.h>

// --- numbers

static void test_counts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {
        { "1", 1 },
        { "10", 10 },
        { "007", 7 },
        { "1K", 1024 },
        { "3M", 3145728 },
        { "2G", 2147483648 },
#if SIZE_MAX == UINT64_MAX
        { "18446744073709551615", UINT64_MAX },
        { "18014398509481983K", UINT64_MAX - 1023 },
        { "17592186044415M", UINT64_MAX - 1048575 },
        { "17179869183G", UINT64_MAX - 1073741823 },
#endif
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        size_t value = 0;
        ocl_message why = { "" };
        if (!ocl_parse_count(good[i].text, &value, &why)) fail_msg("%s", why.text);
        assert_int_equal(value, good[i].value);
    }

    static const char *const bad[] = {
        "",
        "0",
        "00",
        "0K",
        "-1",
        "+1",
        " 1",
        "1 ",
        "\t1",
        "1\n",
        "0x10",
        "1e3",
        "1.5",
        "1k",
        "1KB",
        "1KK",
        "K",
        "K1",
        "1T",
        "1,000",
        "abc",
        "1abc",
        "1x2",
        "1-",
        "--1",
        "1_0",
        "\xd9\xa1",
        "1\xc2\xa0",
        "nan",
        "inf",
        "18446744073709551616",
        "18014398509481984K",
        "17592186044416M",
        "17179869184G",
        "99999999999999999999999999999999",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t value = 42;
        ocl_message why = { "" };
        if (ocl_parse_count(bad[i], &value, &why)) fail_msg("'%s' is taken for a count", bad[i]);
        assert_int_equal(value, 42);
        assert_non_null(strstr(why.text, "expected a count"));
        assert_non_null(strstr(why.text, bad[i]));
    }
}

static void test_reals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } good[] = {
        { "0", 0.0 },       { "2.5", 2.5 }, { "-2.5", -2.5 },  { "+2.5", 2.5 },
        { ".5", 0.5 },      { "5.", 5.0 },  { "1e3", 1000.0 }, { "1E-3", 0.001 },
        { "1e308", 1e308 }, { "-0", 0.0 },  { "007", 7.0 },    { "1e-400", 0.0 },
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        double value = NAN;
        ocl_message why = { "" };
        if (!ocl_parse_real(good[i].text, &value, &why)) fail_msg("%s", why.text);
        assert_true(value == good[i].value);
    }

    static const char *const bad[] = {
        "",     " 1",    "1 ", "\n1",   "nan",    "NAN",      "inf", "-inf",   "+nan",  "infinity",
        "1e",   "1e+",   "e5", ".",     "-",      "+",        "+-1", "--1",    "1.2.3", "1,5",
        "0x10", "0x1p3", "1f", "1e309", "-1e309", "5 apples", "1K",  "nan(1)",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = 42.0;
        ocl_message why = { "" };
        if (ocl_parse_real(bad[i], &value, &why)) fail_msg("'%s' is taken for a number", bad[i]);
        assert_true(value == 42.0);
        assert_non_null(strstr(why.text, "expected a number"));
    }
}

static void test_seeds(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = { { "0", 0 }, { "1", 1 }, { "0012", 12 }, { "18446744073709551615", UINT64_MAX } };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        uint64_t value = 42;
        ocl_message why = { "" };
        if (!ocl_parse_seed(good[i].text, &value, &why)) fail_msg("%s", why.text);
        assert_true(value == good[i].value);
    }

    static const char *const bad[] = {
        "", "-1", "+1", " 1", "1 ", "1K", "0x1", "1.0", "1e3", "abc", "18446744073709551616"
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t value = 42;
        ocl_message why = { "" };
        if (ocl_parse_seed(bad[i], &value, &why)) fail_msg("'%s' is taken for a seed", bad[i]);
        assert_true(value == 42);
        assert_non_null(strstr(why.text, "expected a whole number"));
    }
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int extents;
        size_t n[3];
    } good[] = {
        { "5", 1, { 5, 1, 1 } },     { "2K", 1, { 2048, 1, 1 } },          { "5", 2, { 5, 5, 1 } },
        { "5x6", 2, { 5, 6, 1 } },   { "2Kx3M", 2, { 2048, 3145728, 1 } }, { "7", 3, { 7, 7, 7 } },
        { "2x3x4", 3, { 2, 3, 4 } }, { "1Kx1x1K", 3, { 1024, 1, 1024 } },
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        size_t n[3] = { 0 };
        ocl_message why = { "" };
        if (!ocl_parse_size(good[i].text, good[i].extents, n, &why)) fail_msg("%s", why.text);
        assert_memory_equal(n, good[i].n, sizeof n);
    }

    static const struct {
        const char *text, *form;
        int extents;
    } bad[] = {
        { "5x6", "N", 1 },         { "", "N", 1 },          { "5x", "N", 1 },
        { "0", "N", 1 },           { "5x6x7", "MxN", 2 },   { "5x", "MxN", 2 },
        { "x5", "MxN", 2 },        { "5X6", "MxN", 2 },     { "5xx6", "MxN", 2 },
        { "5 x6", "MxN", 2 },      { "5x 6", "MxN", 2 },    { "5x-6", "MxN", 2 },
        { "0x6", "MxN", 2 },       { "6x0", "MxN", 2 },     { "5*6", "MxN", 2 },
        { "5x6 ", "MxN", 2 },      { "5x6x", "MxN", 2 },    { "x", "MxN", 2 },
        { "2x3", "MxNxK", 3 },     { "2x3x", "MxNxK", 3 },  { "2x3x4x", "MxNxK", 3 },
        { "2x3x4x5", "MxNxK", 3 }, { "2x3x0", "MxNxK", 3 }, { "2x3x4K5", "MxNxK", 3 },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t n[3] = { 42, 43, 44 };
        const size_t before[3] = { 42, 43, 44 };
        ocl_message why = { "" };
        if (ocl_parse_size(bad[i].text, bad[i].extents, n, &why))
            fail_msg("'%s' is taken for %d extents", bad[i].text, bad[i].extents);
        char form[32];
        snprintf(form, sizeof form, "expected %s with", bad[i].form);
        assert_non_null(strstr(why.text, form));
        assert_memory_equal(n, before, sizeof n);
    }
}

// --- the command line, in a child

static const char *const VARIANTS[] = { "naive", "tiled", NULL };
static const char *const MODES[] = { "slow", "fast", NULL };

// `PROGRAM all OPTION...`: a sample that takes everything, with options of its own; prints what it
// got.
static int parse_all(int argc, char **argv)
{
    double alpha = 2.5;
    size_t steps = 3, groups = 0, mode = 0, grain = 0, points = 0;
    bool wrap = false;
    const char *note = "none";
    const ocl_option own[] = {
        { .usage = "-a, --alpha X: the factor", .real = &alpha },
        { .usage = "--steps N: how many", .count = &steps, .most = 2048 },
        { .usage = "--groups N: how many (default: the device's)", .count = &groups },
        { .usage = "-m, --mode MODE: how", .choice = &mode, .choices = MODES },
        { .usage = "-w, --wrap: wrap around", .flag = &wrap },
        { .usage = "--note TEXT: what to say", .text = &note },
        { .usage = "--grain N: of what --size makes", .count = &grain, .needs = 'n' },
        { .usage = "--points N: instead of a file", .count = &points, .excludes = 'i' },
        { 0 },
    };
    const ocl_about about = { .name = "everything",
                              .summary = "Takes all options.",
                              .accepts = "dniorVks",
                              .size_help = "rows x columns",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 10, 20 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    printf("device=%s n=%zux%zux%zu given=%d input=%s output=%s variant=%s kernel=%s repeat=%zu "
           "asked=%d seed=%" PRIu64
           " json=%d quiet=%d verbose=%d cache=%d limits=%d prints=%d naive=%d "
           "tiled=%d alpha=%g steps=%zu mode=%s wrap=%d note=%s program=%s\n",
           opt.device ? opt.device : "-", opt.n[0], opt.n[1], opt.n[2], opt.size_given,
           opt.input ? opt.input : "-", opt.output ? opt.output : "-",
           opt.variant ? opt.variant : "-", opt.kernel ? opt.kernel : "-", opt.repeat,
           opt.repeat_given, opt.seed, opt.json, opt.quiet, opt.verbose, !opt.no_cache, opt.limits,
           ocl_prints(&opt), ocl_wants(&opt, "naive"), ocl_wants(&opt, "tiled"), alpha, steps,
           MODES[mode], wrap, note, opt.about.name);
    return 0;
}

// `PROGRAM few OPTION...`: a sample that takes no more than every sample does.
static int parse_few(int argc, char **argv)
{
    const ocl_about about = {
        .name = "few", .summary = "Takes no options.", .accepts = "", .extents = 1
    };
    ocl_parse(argc, argv, &about, (ocl_options){ .n = { 0 } });
    return 0;
}

// `PROGRAM three OPTION...`: a sample of three extents.
static int parse_three(int argc, char **argv)
{
    const ocl_about about = {
        .name = "three", .summary = "A box.", .accepts = "n", .size_help = "a box", .extents = 3
    };
    ocl_parse(argc, argv, &about, (ocl_options){ .n = { 2, 3, 4 } });
    return 0;
}

// What a command line must lead to: the exit status, and texts that standard output and standard
// error must hold.
typedef struct {
    const char *arguments;    // as one types them into a shell
    int status;
    const char *texts[4];
} expectation;

static void check_all(const char *program, const expectation *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        outcome result;
        run_child(&result, program, "OCL_DEVICE=", expected[i].arguments);
        if (result.status != expected[i].status)
            fail_msg("%s: exit status %d\n%s", expected[i].arguments, result.status, result.text);
        for (size_t t = 0; t < 4 && expected[i].texts[t]; t++)
            if (!strstr(result.text, expected[i].texts[t]))
                fail_msg("%s: no '%s' in\n%s", expected[i].arguments, expected[i].texts[t],
                         result.text);
    }
}

static void test_accepted(void **state)
{
    static const expectation expected[] = {
        { "all",
          0,
          { "device=- n=10x20x1 given=0 input=- output=- variant=- kernel=- repeat=5 asked=0 "
            "seed=1",
            "json=0 quiet=0 verbose=0 cache=1 limits=0 prints=1 naive=1 tiled=1",
            "alpha=2.5 steps=3 mode=slow wrap=0 note=none program=everything" } },
        { "all -n 5", 0, { "n=5x5x1 given=1" } },
        { "all -n5", 0, { "n=5x5x1" } },
        { "all --size=5", 0, { "n=5x5x1" } },
        { "all --size 3x4K", 0, { "n=3x4096x1" } },
        { "all -n 3 -n 4x5", 0, { "n=4x5x1" } },
        { "all -n 4x5 --size=6", 0, { "n=6x6x1" } },
        { "all -jq", 0, { "json=1 quiet=1 verbose=0", "prints=0" } },
        { "all -jqvw", 0, { "json=1 quiet=1 verbose=1", "wrap=1" } },
        { "all -j -j", 0, { "json=1" } },
        { "all -jn5", 0, { "n=5x5x1", "json=1" } },
        { "all -jn 5", 0, { "n=5x5x1", "json=1" } },
        { "all -q", 0, { "quiet=1", "prints=0" } },
        { "all -d0 -i /dev/null -o 'my out.bmp' -k /dev/zero -r 7 -s 99",
          0,
          { "device=0", "input=/dev/null output=my out.bmp",
            "kernel=/dev/zero repeat=7 asked=1 seed=99" } },
        { "all --device=gpu:2 --input /dev/null --output=b --kernel /dev/zero --repeat 8 --seed=0",
          0,
          { "device=gpu:2", "input=/dev/null output=b",
            "kernel=/dev/zero repeat=8 asked=1 seed=0" } },
        { "all --output=a=b", 0, { "output=a=b" } },
        { "all -o -j", 0, { "output=-j", "json=0" } },
        { "all -i /nonexistent/file", 0, { "input=/nonexistent/file" } },    // its reader's matter
        { "all -V naive", 0, { "variant=naive", "naive=1 tiled=0" } },
        { "all -V naive --variant=tiled", 0, { "variant=tiled", "naive=0 tiled=1" } },
        { "all -V all", 0, { "variant=all", "naive=1 tiled=1" } },
        { "all -a -1.5", 0, { "alpha=-1.5" } },
        { "all -a-1.5 --steps 2K -m fast --note=''x",
          0,
          { "alpha=-1.5 steps=2048 mode=fast wrap=0 note=x" } },
        { "all --no-cache --limits --json --quiet --verbose --wrap",
          0,
          { "json=1 quiet=1 verbose=1 cache=0 limits=1", "wrap=1" } },
        { "all -r 1000", 0, { "repeat=1000" } },
        { "all --grain 5 -n 5", 0, { "n=5x5x1" } },
        { "all -n 5 --grain 5 --points 2", 0, { "n=5x5x1" } },
        { "few", 0, { NULL } },
        { "few -jqv", 0, { NULL } },
        { "all --version", 0, { "everything (opencl-samples) " } },
        { "few -h", 0, { "Usage: few [OPTION]..." } },
    };
    check_all(*state, expected, sizeof expected / sizeof expected[0]);
}

static void test_refused(void **state)
{
    static const expectation expected[] = {
        { "all --frobnicate", 2, { "everything: unknown option '--frobnicate'; see --help\n" } },
        { "all --frobnicate=5", 2, { "unknown option '--frobnicate=5'" } },
        { "all --sizee 5", 2, { "option '--sizee' (did you mean '--size'?); see --help\n" } },
        { "all --repaet=5", 2, { "option '--repaet=5' (did you mean '--repeat'?); see" } },
        { "all --nose", 2, { "option '--nose' (did you mean '--note'?); see --help" } },
        { "all --var all", 2, { "option '--var' (did you mean '--variant'?)" } },
        { "all --wat", 2, { "option '--wat'; see --help" } },
        { "all -Z", 2, { "unknown option '-Z'" } },
        { "all -jZ", 2, { "unknown option '-Z'" } },
        { "all --siz 5", 2, { "unknown option '--siz'" } },
        { "all --siz=5", 2, { "unknown option '--siz=5'" } },
        { "all --size5", 2, { "unknown option '--size5'" } },
        { "all --sizes 5", 2, { "unknown option" } },
        { "all --Size 5", 2, { "unknown option" } },
        { "all --j", 2, { "unknown option" } },
        { "all -json", 2, { "--seed: expected a whole number", "not 'on'" } },
        { "all --=5", 2, { "unknown option '--=5'" } },
        { "all stray", 2, { "unexpected argument 'stray'" } },
        { "all -j stray", 2, { "unexpected argument 'stray'" } },
        { "all --", 2, { "unexpected argument '--'" } },
        { "all -", 2, { "unexpected argument '-'" } },
        { "all ''", 2, { "unexpected argument ''" } },
        { "all -n", 2, { "--size needs a value (MxN)" } },
        { "all -j --size", 2, { "--size needs a value (MxN)" } },
        { "all -jn", 2, { "--size needs a value (MxN)" } },
        { "all --note", 2, { "--note needs a value (TEXT)" } },
        { "all --size=", 2, { "--size: expected MxN" } },
        { "all --size ''", 2, { "--size: expected MxN" } },
        { "all -n '5 '", 2, { "--size: expected MxN", "not '5 '" } },
        { "all -n 1x2x3", 2, { "--size: expected MxN" } },
        { "all -n 5 -n 0", 2, { "--size: expected MxN" } },
        { "all --input=", 2, { "--input: expected a FILE, not an empty text" } },
        { "all -k /nonexistent/file", 2, { "--kernel /nonexistent/file: cannot open" } },
        { "all -o ''", 2, { "--output: expected a FILE" } },
        { "all -d ''", 2, { "--device: expected a SPEC" } },
        { "all -k ''", 2, { "--kernel: expected a FILE" } },
        { "all --json=1", 2, { "--json takes no value" } },
        { "all --json=", 2, { "--json takes no value" } },
        { "all --help=1", 2, { "--help takes no value" } },
        { "all -r '\xc3\xa9\n'", 2, { "not '\xc3\xa9\\n'\n" } },
        { "all -r 0", 2, { "--repeat: expected a count" } },
        { "all -r 1001", 2, { "--repeat: at most 1000 runs, not 1001" } },
        { "all -r -1", 2, { "--repeat: expected a count", "not '-1'" } },
        { "all -s -1", 2, { "--seed: expected a whole number" } },
        { "all -a nan", 2, { "--alpha: expected a number" } },
        { "all --steps 1.5", 2, { "--steps: expected a count" } },
        { "all --steps 2049", 2, { "--steps: 2049: at most 2048" } },
        { "all -m medium", 2, { "--mode: expected one of slow, fast, not 'medium'" } },
        { "all -m fas", 2, { "--mode: expected one of slow, fast, not 'fas'" } },
        { "all -V nonsense",
          2,
          { "--variant: expected one of naive, tiled, all, not 'nonsense'" } },
        { "all -V nai", 2, { "--variant: expected one of", "not 'nai' (did you mean 'naive'?)" } },
        { "all -V tield", 2, { "not 'tield' (did you mean 'tiled'?)\n" } },
        { "all -m fats", 2, { "--mode: expected one of", "'fats' (did you mean 'fast'?)\n" } },
        { "all --grain 5", 2, { "--grain has no effect without --size; see --help\n" } },
        { "all --points 5 -i /dev/null", 2, { "--points has no effect with --input; see --help" } },
        { "all -V ''", 2, { "--variant: expected a NAME" } },
        { "all -h --frobnicate", 2, { "unknown option" } },
        { "few -n 5", 2, { "few: unknown option '-n'" } },
        { "few --device 0", 2, { "unknown option '--device'" } },
        { "few --limits", 2, { "unknown option '--limits'" } },
        { "few --no-cache", 2, { "unknown option '--no-cache'" } },
        { "few -V all", 2, { "unknown option '-V'" } },
    };
    check_all(*state, expected, sizeof expected / sizeof expected[0]);
}

// A complaint is one line, and nothing else is printed.
static void test_one_line(void **state)
{
    static const char *const arguments[] = { "all --frobnicate", "all -n 0", "all -V x",
                                             "few stray", "all -h stray" };
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
        outcome result;
        run_child(&result, *state, "", arguments[i]);
        const char *end = strchr(result.text, '\n');
        assert_non_null(end);
        assert_string_equal(end, "\n");
    }
}

static void test_environment(void **state)
{
    static const struct {
        const char *variables, *arguments, *text;
    } cases[] = {
        { "OCL_DEVICE=pocl", "all", "device=pocl " },
        { "OCL_DEVICE=pocl", "all -d 1", "device=1 " },
        { "OCL_DEVICE=", "all", "device=- " },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        outcome result;
        run_child(&result, *state, cases[i].variables, cases[i].arguments);
        assert_int_equal(result.status, 0);
        assert_non_null(strstr(result.text, cases[i].text));
    }
}

static size_t occurrences(const char *text, const char *part)
{
    size_t count = 0;
    while ((text = strstr(text, part))) {
        text += strlen(part);
        count++;
    }
    return count;
}

static void test_help(void **state)
{
    static const char *const options[] = {
        "-d, --device ",  "-n, --size MxN ", "-i, --input FILE ", "-o, --output FILE ",
        "-r, --repeat N", "-V, --variant ",  "-k, --kernel FILE", "-s, --seed N",
        "-a, --alpha X",  "    --steps N",   "    --groups N",    "-m, --mode MODE",
        "-w, --wrap ",    "    --note TEXT", "    --limits ",     "    --no-cache ",
        "-l, --list ",    "-j, --json ",     "-q, --quiet ",      "-v, --verbose ",
        "-h, --help ",    "    --version ",  "    --grain N",     "    --points N",
    };
    static const char *const texts[] = {
        "Usage: everything [OPTION]...\nTakes all options.\n",
        "rows x columns (default 10x20)",
        "timed runs after one warm-up (default 5)",
        "naive, tiled or all (default all)",
        "the factor (default 2.5)",
        "how many (default 3)",
        "how many (default: the device's)\n",
        "how: slow, fast (default slow)",
        "seed of the generated input (default 1)",
    };
    outcome result;
    run_child(&result, *state, "", "all --help");
    assert_int_equal(result.status, 0);
    const size_t count = sizeof options / sizeof options[0];
    for (size_t i = 0; i < count; i++)
        if (occurrences(result.text, options[i]) != 1)
            fail_msg("'%s' is there %zu times in\n%s", options[i],
                     occurrences(result.text, options[i]), result.text);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (!strstr(result.text, texts[i])) fail_msg("no '%s' in\n%s", texts[i], result.text);
    assert_int_equal(occurrences(result.text, "\n  -") + occurrences(result.text, "\n      --"),
                     count);

    // The defaults are the sample's, whatever else is on the command line.
    outcome again;
    run_child(&again, *state, "", "all -n 7 -r 8 -s 9 -a 10 --steps 11 -m fast --help");
    assert_int_equal(again.status, 0);
    assert_string_equal(again.text, result.text);

    run_child(&result, *state, "", "three --help");
    assert_non_null(strstr(result.text, "-n, --size MxNxK "));
    assert_non_null(strstr(result.text, " (default 2x3x4)\n"));

    run_child(&result, *state, "", "few --help");
    assert_int_equal(occurrences(result.text, "\n  -") + occurrences(result.text, "\n      --"), 6);
}

// Without a driver --list says so with the exit status of "no device".
static void test_list(void **state)
{
    outcome result;
    run_child(&result, *state, "OCL_ICD_VENDORS=/nonexistent", "few --list");
    if (result.status == 0) skip();    // a loader that does not know the variable
    assert_int_equal(result.status, OCL_EXIT_NO_DEVICE);
    assert_non_null(strstr(result.text, "few: no OpenCL device found; install a driver"));
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "all") == 0) return parse_all(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "few") == 0) return parse_few(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "three") == 0) return parse_three(argc - 1, argv + 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_reals),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test_prestate(test_accepted, argv[0]),
        cmocka_unit_test_prestate(test_refused, argv[0]),
        cmocka_unit_test_prestate(test_one_line, argv[0]),
        cmocka_unit_test_prestate(test_environment, argv[0]),
        cmocka_unit_test_prestate(test_help, argv[0]),
        cmocka_unit_test_prestate(test_list, argv[0]),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
