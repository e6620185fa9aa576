// SPDX-License-Identifier: MIT

#include "scan_settings.h"

const char *const SCAN_TYPES[] = { "uint", "float" };
const char *const SCAN_KINDS[] = { "inclusive", "exclusive", NULL };

scan_settings scan_settings_parse(int argc, char **argv, ocl_about about)
{
    static const char *const types[] = { "both", "uint", "float", NULL };
    size_t kind = 0, type = 0;
    const ocl_option own[] = {
        { .usage = "--kind NAME: of the sums", .choice = &kind, .choices = SCAN_KINDS },
        { .usage = "--type NAME: of the elements", .choice = &type, .choices = types },
        { .usage = NULL }
    };
    about.accepts = "dnrVks";
    about.size_help = "elements";
    about.extents = 1;
    about.own = own;
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 10, .seed = 1 };    // a prime
    const ocl_options options = ocl_parse(argc, argv, &about, defaults);
    return (scan_settings){ .options = options,
                            .exclusive = kind == 1,
                            .has_type = { [SCAN_UINT] = type != 2, [SCAN_FLOAT] = type != 1 } };
}

void scan_require_memory(const ocl_env *env)
{
    const double n = (double)env->options->n[0];
    ocl_require_memory(env->device, 4 * n, 9 * n, 32 * n);
}
