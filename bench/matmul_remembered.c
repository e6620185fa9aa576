// SPDX-License-Identifier: MIT

#include "matmul_remembered.h"

#include "base/cache.h"

// The power of two that is nearest to n on a logarithmic scale.
static size_t size_class(size_t n)
{
    return (size_t)exp2(round(log2((double)n)));
}

static char *make_key(const ocl_env *env, const size_t mnk[3])
{
    char *compiler = ocl_compiler_id(env->device);
    const size_t bytes = strlen(compiler) + 128;
    char *key = ocl_alloc(bytes);
    snprintf(key, bytes, "matmul tuned 3\n%s\n%zux%zux%zu\n", compiler, size_class(mnk[0]),
             size_class(mnk[1]), size_class(mnk[2]));
    free(compiler);
    return key;
}

static matmul_blocking remembered_blocking(const ocl_env *env, const size_t mnk[3])
{
    matmul_blocking blocking = matmul_default_blocking(env->device, ocl_is_cpu(env->device), mnk);
    if (env->options->no_cache) return blocking;
    char *key = make_key(env, mnk);
    void *stored;
    size_t bytes;
    if (ocl_cache_read(key, strlen(key), &stored, &bytes)) {
        matmul_blocking found = blocking;
        char text[MATMUL_TEXT];
        snprintf(text, sizeof text, "%.*s", (int)bytes, (const char *)stored);
        ocl_message ignored;    // a damaged entry counts as none
        if (matmul_blocking_parse(&found, text, &ignored) &&
            matmul_blocking_fits(&found, env->device))
            blocking = found;
        free(stored);
    }
    free(key);
    return blocking;
}

bool matmul_remember_blocking(const ocl_env *env, const size_t mnk[3],
                              const matmul_blocking *blocking)
{
    char text[MATMUL_TEXT], *key = make_key(env, mnk);
    matmul_blocking_text(blocking, text);
    const bool written = ocl_cache_write(key, strlen(key), text, strlen(text));
    free(key);
    return written;
}

matmul_blocking matmul_choose_blocking(const ocl_env *env, const char *variant, const size_t mnk[3],
                                       const char *given)
{
    const bool cpu = strcmp(variant, "cpu_blocked") == 0;
    matmul_blocking blocking = strcmp(variant, "tuned") == 0
                                   ? remembered_blocking(env, mnk)
                                   : matmul_default_blocking(env->device, cpu, mnk);
    ocl_message why;
    if (given && !matmul_blocking_parse(&blocking, given, &why))
        ocl_exit(OCL_EXIT_USAGE, "--blocking: %s", why.text);
    blocking.given = given != NULL;
    return blocking;
}
