// SPDX-License-Identifier: MIT
//
// ocl.h - the helper library on one page: what samples of four chapters or more use, one line each.
// The header that is named above a group, or right of its title, says more: units, errors, who
// frees; and it has what fewer chapters use.
//
// What cannot go on ends the program: one line on standard error, and the exit status of errors.h.
// A function with a `why` returns false instead, and the reason is in it.  What a function creates
// is released with OpenCL's own clRelease call; what is malloc'ed, with free().
//
//     const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 5000 } });
//     ocl_env env = ocl_open(&opt);                                   // device, context, queue
//     ocl_report *report = ocl_report_open(&opt, env.device);
//     OCL_TIME_REFERENCE(report, square_ref(ref, x, n));                    // in plain C
//     cl_program program = ocl_build(&env, "square.cl", "-cl-std=CL1.2");
//     cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);        // poisoned
//         ... clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer ...
//     ocl_report_result(report, "squares", ocl_verify_f32("squares", y, ref, n, 0.0));
//     ocl_close(&env);
//     return ocl_report_close(report);                                      // PASS or FAIL
//
// 1. The program: options, device, kernels
//
//   errors.h
//     OCL_CHECK(call)                                a call with a status: CL_SUCCESS, or exit
//     OCL_CREATE(call)                               a call that fills err: its object, or exit
//     void ocl_exit(status, format, ...)             says what is wrong, as printf does, and exits
//     void ocl_warn(format, ...)                     says it and goes on
//     bool ocl_refuse(message, format, ...)          fills an ocl_message, returns false
//     char *ocl_error_name(status)                    "CL_INVALID_VALUE", ...; not to be freed
//   options.h, open.h, programs.h, source.h, program_info.h
//     ocl_options ocl_parse(argc, argv, about, defaults)    the command line, or exit
//     bool ocl_wants(options, variant)               whether --variant asks for this one
//     ocl_env ocl_open(options)                      the chosen device, its context and queue
//     void ocl_close(env)                            releases them, after all that was made in them
//     cl_program ocl_build(env, name, options_format, ...)  a .cl file, built; exit with the log
//     char *ocl_load_source(options, name)            the text of a .cl file, malloc'ed
//     void ocl_require_build(program, name, call, status)   exit with the log of a failed build
//   attributes.h, known_faults.h, named_versions.h, optional.h, list.h
//     cl_ulong ocl_device_number(device, attribute)  any attribute that is a number
//     char *ocl_device_text(device, attribute)        any that is a text, malloc'ed
//     int ocl_device_version(device)                 12 for OpenCL 1.2, 30 for 3.0
//     bool ocl_is_cpu(device)                        a CPU: few work-items with much work suit it
//     char *ocl_known_fault(device, format, ...)      what this driver does wrong in a case; NULL
//     bool ocl_has_extension(device, extension)      in its list of extensions
//     cl_uint ocl_all_devices(devices)               of all platforms, malloc'ed; how many
//
// 2. Data: memory of host and device, input
//
//   memory.h, buffer.h, device_image.h
//     void *ocl_alloc(bytes)                          malloc that never returns NULL
//     void ocl_require_memory(device, largest_buffer, all_buffers, host_arrays)    bytes
//     cl_mem ocl_buffer(env, flags, bytes, host)     filled from host, or full of poison
//     cl_mem ocl_image_2d(env, flags, format, extents, host)   rows without padding
//     void ocl_require_images(device)                exit 77 where there are none
//     void ocl_require_image_2d(device, extents)      exit 2 where an image cannot be so large
//     bool ocl_has_image_format(env, flags, type, format)      listed by the context
//   random.h: element i depends on seed and i alone
//     uint64_t ocl_random(seed, index)               64 random bits
//     float ocl_random_f32(low, high, seed, index)   uniform
//     void ocl_fill_f32(x, count, low, high, seed)
//     void ocl_fill_u32(x, count, seed)
//     void ocl_fill_bytes(x, bytes, seed)
//   csv.h, read_file.h, installed.h, growing.h, text.h
//     void ocl_csv_open(csv, text, bytes)            a table of Excel, R, Python; then ocl_csv_next
//     bool ocl_csv_next(csv, why)                    the next row: csv.field[0 .. csv.count - 1]
//     bool ocl_csv_number(csv, column, value, why)   a field of it
//     void ocl_csv_close(csv)
//     bool ocl_read_file_as(path, form, data, bytes, why)      a whole file, malloc'ed
//     char *ocl_find_data(name, why)                  the path of a file of data/, malloc'ed
//     void ocl_append(b, data, bytes)                to bytes that grow; free b.text
//     void ocl_append_text(b, text)                  to text that grows
//     void ocl_append_format(b, format, ...)
//     ocl_printable ocl_make_printable(text, bytes)  without what would disturb a terminal
//   picture.h, pictures.h
//     ocl_picture ocl_input_picture(env, pattern, default_file)  of --input, or a pattern of --size
//     OCL_PATTERN_OPTION(pattern)                    --pattern, in the table of options
//     void ocl_output_picture(picture, path)         BMP, PPM, PGM or PNG, by the ending
//     bool ocl_picture_alloc(picture, width, height, why)
//     void ocl_picture_free(picture)
//
// 3. Launches: legal sizes                                                            launch.h
//
//     size_t ocl_divide_up(n, by)                    how many pieces of `by` hold n
//     size_t ocl_round_up(n, multiple)               n or the next multiple
//     size_t ocl_smaller(a, b)
//     size_t ocl_local_size(kernel, device, wanted)  a work-group that kernel and device allow
//     size_t ocl_group_size(device, wanted)          without a kernel: a power of two
//     size_t ocl_local_limit(device, dimension)      the largest in this dimension
//     void ocl_local_size_2d(kernel, device, wanted, local)
//     void ocl_global_size_2d(extents, local, max_groups, global)
//
// 4. Time and report             trial.h, report.h, table.h, timing.h, pace.h, clock.h,
//                                device_limits.h, chart.h, output_chart.h
//
//     ocl_trial ocl_trial_open(env, name, output, bytes)      the runs of one variant, its answer
//     bool ocl_trial_next(trial)                     while (...) one launch, with event trial.done
//     void ocl_trial_start_clock(trial)              no event: the host's clock, from here
//     void ocl_trial_scratch(trial, memory, bytes)   what it also writes: poisoned before each run
//     void ocl_trial_also_host(trial, output, bytes) more of the answer, in host memory
//     void ocl_trial_report(trial, report, work, result)      its row: time, rate
//     ocl_report *ocl_report_open(options, device)
//     void ocl_report_count(report, key, value)      a fact of the problem line
//     void ocl_report_text(report, key, value)
//     OCL_TIME_REFERENCE(report, call)               runs the reference, keeps its time
//     void ocl_report_reference(report, ns)          the same, where the sample took the time
//     void ocl_report_kernel(report, name, launches, count)   the time of launches made once
//     void ocl_report_result(report, name, result)   a row with a comparison alone
//     void ocl_report_row(report, row)               a row whose times the sample took itself
//     void ocl_report_note(report, format, ...)      a sentence, in --json too
//     void ocl_report_print(report, format, ...)     a drawing in letters, not in --json
//     void ocl_report_fact(report, name, format, ...)         one fact with a name, in --json too
//     ocl_table ocl_table_open(report, name, headings)        a table, in --json too
//     void ocl_table_row(table, format, ...)
//     int ocl_report_close(report)                   the verdict: what main returns
//     void ocl_times_add(times, ns)                  one run
//     void ocl_times_take(times, run, done)          one run by its event; run 0 is the warm-up
//     double ocl_median_ns(times)
//     double ocl_best_ns(times)
//     double ocl_wall_ns()                           the host's clock
//     double ocl_event_ns(first, last)               from the start of one to the end of the other
//     ocl_pace ocl_pace_open(env)                    variants that would take too long are left out
//     bool ocl_pace_allows(pace, report, variant, least_ns)
//     double ocl_pace_estimate(pace, kernel, range)
//     void ocl_output_curves(report, chart, path)    charts of --output
//     ocl_colour ocl_palette(index)                  colours that differ
//
// 5. Proof: every element is compared                    verify.h, buffer.h, answers.h, memory.h
//
//     ocl_result ocl_verify_u32(what, got, want, count)       equal
//     ocl_result ocl_verify_u64(what, got, want, count)
//     ocl_result ocl_verify_bytes(what, got, want, bytes)
//     ocl_result ocl_verify_equal(what, got, want)            one number
//     ocl_result ocl_verify_f32(what, got, want, count, bound)         |got - want| <= bound
//     ocl_result ocl_verify_f32_each(what, got, want, count, bounds)   a bound for each element
//     ocl_result ocl_verify_grid_f32(what, got, want, grid, bound)     a mismatch has its x and y
//     ocl_result ocl_verify_picture(what, got, want, bound)   each channel of each pixel
//     ocl_result ocl_verify_buffer(env, what, buffer, want, bytes)     reads the buffer first
//     ocl_result ocl_result_both(a, b)                        both passed; the larger error
//     void ocl_poison_run(queue, buffer, bytes, run)          what no kernel writes cannot pass
//     unsigned char ocl_poison_byte(run)
//     void ocl_report_refusals(report, device, calls, count)  calls that must fail    refusal.h

#ifndef OCL_H
#define OCL_H

#include "base/blob.h"
#include "base/csv.h"
#include "base/errors.h"
#include "base/growing.h"
#include "base/random.h"
#include "base/system/clock.h"
#include "base/system/installed.h"
#include "base/system/memory.h"
#include "base/system/progress.h"
#include "base/system/read_file.h"
#include "base/system/threads.h"
#include "base/system/write_file.h"
#include "base/text.h"
#include "device/answers.h"
#include "device/attributes.h"
#include "device/choice.h"
#include "device/known_faults.h"
#include "device/launch.h"
#include "device/list.h"
#include "device/named_versions.h"
#include "device/optional.h"
#include "device/program_info.h"
#include "device/timing.h"
#include "picture/chart.h"
#include "picture/pattern.h"
#include "picture/timeline.h"
#include "sample/buffer.h"
#include "sample/device_image.h"
#include "sample/device_limits.h"
#include "sample/open.h"
#include "sample/options.h"
#include "sample/output_chart.h"
#include "sample/pace.h"
#include "sample/pictures.h"
#include "sample/programs.h"
#include "sample/refusal.h"
#include "sample/report.h"
#include "sample/source.h"
#include "sample/table.h"
#include "sample/trial.h"
#include "sample/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#endif
