// SPDX-License-Identifier: MIT
//
// loader_info - which loader stands between this program and the drivers, and which it has found.
//
// Shows   the loader's name, maker and version; each driver with its version and the ending of its
//         own functions; the variables of the environment that change what the loader does
// Uses    clGetExtensionFunctionAddress, clGetICDLoaderInfoOCLICD, clGetPlatformIDs,
//         clGetPlatformInfo
// Try     loader_info; OPENCL_LAYERS=... loader_info; OCL_ICD_VENDORS=... loader_info

#include "ocl.h"

// The headers of ocl-icd have them in a file of their own, Khronos' headers in cl_ext.h.
typedef cl_int(CL_API_CALL *loader_info_function)(cl_uint query, size_t room, void *value,
                                                  size_t *bytes);
enum { MAX_TEXT = 1024 };
enum {
    LOADER_OCL_VERSION = 1,
    LOADER_VERSION,
    LOADER_NAME,
    LOADER_VENDOR,
    LOADER_UNKNOWN = 0x7fff
};

// A text: first how many bytes it has, then the bytes.
static ocl_result show_loader(ocl_table *table, loader_info_function clGetICDLoaderInfoOCLICD,
                              const char *what, cl_uint query)
{
    size_t bytes;
    OCL_CHECK(clGetICDLoaderInfoOCLICD(query, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    text[bytes] = '\0';    // so it ends even if the loader forgets it
    OCL_CHECK(clGetICDLoaderInfoOCLICD(query, bytes, text, NULL));
    ocl_table_row(table, "%-20s  %-5s", what, text);
    const ocl_result result = ocl_verify_equal(what, (long long)bytes, (long long)strlen(text) + 1);
    free(text);
    return result;
}

static const char *platform_text(char text[MAX_TEXT], cl_platform_id platform,
                                 cl_platform_info query)
{
    OCL_CHECK(clGetPlatformInfo(platform, query, MAX_TEXT, text, NULL));
    return text;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "loader_info",
                              .summary =
                                  "Which loader there is, and the drivers that it has found.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    // Without a driver the loader returns an error of its own.
    cl_uint count = 0;
    const cl_int status = clGetPlatformIDs(0, NULL, &count);
    if (status == CL_PLATFORM_NOT_FOUND_KHR) ocl_exit_no_device();
    OCL_CHECK(status);

    // The function belongs to the loader and not to a driver: it is asked for without a platform.
    loader_info_function clGetICDLoaderInfoOCLICD;
    void *address = clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD");
    if (!address)
        ocl_exit(OCL_EXIT_SKIP, "this loader has no clGetICDLoaderInfoOCLICD: ocl-icd (package "
                                "ocl-icd-libopencl1) and Khronos' loader have it");
    memcpy(&clGetICDLoaderInfoOCLICD, &address, sizeof address);

    // The loader.
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_table loader = ocl_table_open(report, "loader", "loader, value");
    ocl_result texts = show_loader(&loader, clGetICDLoaderInfoOCLICD, "name", LOADER_NAME);
    texts = ocl_result_both(texts,
                            show_loader(&loader, clGetICDLoaderInfoOCLICD, "maker", LOADER_VENDOR));
    texts = ocl_result_both(
        texts, show_loader(&loader, clGetICDLoaderInfoOCLICD, "version", LOADER_VERSION));
    texts = ocl_result_both(
        texts, show_loader(&loader, clGetICDLoaderInfoOCLICD, "made for", LOADER_OCL_VERSION));

    // What the user may have told it.
    static const char *const VARIABLES[] = { "OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH",
                                             "OCL_ICD_FILENAMES", "OPENCL_LAYERS" };
    ocl_table variables = ocl_table_open(report, "variables", "variable, value");
    for (size_t v = 0; v < sizeof VARIABLES / sizeof *VARIABLES; v++) {
        const char *value = getenv(VARIABLES[v]);
        ocl_table_row(&variables, "%-20s  %-5s", VARIABLES[v], value ? value : "-");
    }

    // The drivers that it has found, and those that it cannot load.
    cl_platform_id *platforms = ocl_alloc(count * sizeof *platforms);
    OCL_CHECK(clGetPlatformIDs(count, platforms, NULL));
    ocl_table drivers = ocl_table_open(report, "drivers", "driver, ending, version, name");
    for (cl_uint p = 0; p < count; p++) {
        char ending[MAX_TEXT], version[MAX_TEXT], name[MAX_TEXT];
        ocl_table_row(&drivers, "%-6u  %-6s  %-10.10s  %s", (unsigned)p,
                      platform_text(ending, platforms[p], CL_PLATFORM_ICD_SUFFIX_KHR),
                      platform_text(version, platforms[p], CL_PLATFORM_VERSION),
                      platform_text(name, platforms[p], CL_PLATFORM_NAME));
    }
    free(platforms);
    ocl_warn_of_broken_drivers();

    // Verify: each text ends where it was said, and what nobody can answer is refused.
    ocl_report_result(report, "texts", texts);
    ocl_report_result(report, "an unknown question is refused",
                      ocl_verify_equal("status",
                                       clGetICDLoaderInfoOCLICD(LOADER_UNKNOWN, 0, NULL, NULL),
                                       CL_INVALID_VALUE));
    return ocl_report_close(report);
}
