// SPDX-License-Identifier: MIT

#include "reference.h"

#include <float.h>

static double next_number(ocl_csv *csv, size_t column, int most)
{
    ocl_message why;
    double number;
    if (!ocl_csv_number(csv, column, &number, &why) || !(number >= 0 && number <= most) ||
        number != floor(number))
        ocl_exit(OCL_EXIT_USAGE, "digits.csv: line %zu: a number from 0 to %d should be here",
                 csv->line, most);
    return number;
}

size_t load_images(float **pixels, cl_uint **digits, size_t n)
{
    static const ocl_file_form FORM = { .most = 1 << 20, .text = "CSV file" };
    ocl_message why;
    unsigned char *text;
    size_t bytes;
    char *path = ocl_find_data("digits.csv", &why);
    if (!path || !ocl_read_file_as(path, &FORM, &text, &bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    ocl_csv csv;
    ocl_csv_open(&csv, (const char *)text, bytes);
    csv.separator = ',';
    const size_t unseen = ocl_smaller(6 * n, IMAGES - LEARNED), count = n + unseen;
    *pixels = ocl_alloc(PIXELS * count * sizeof **pixels);
    *digits = ocl_alloc(count * sizeof **digits);
    for (size_t line = 0, i = 0; i < count; line++) {
        if (!ocl_csv_next(&csv, &why) || csv.count != PIXELS + 1)
            ocl_exit(OCL_EXIT_USAGE, "digits.csv: line %zu: %d numbers should be here", line + 1,
                     PIXELS + 1);
        if (line >= n && line < LEARNED) continue;
        for (size_t j = 0; j < PIXELS; j++)
            (*pixels)[j * count + i] = (float)next_number(&csv, j, 16) / 16.0f;
        (*digits)[i++] = (cl_uint)next_number(&csv, PIXELS, DIGITS - 1);
    }
    ocl_csv_close(&csv);
    free(text);
    free(path);
    return count;
}

// --- the network

static const double U = FLT_EPSILON / 2.0;

// A number, and how far off a device may be that computes it with floats.
typedef struct {
    double value, error;
} number;

// bias + sum of weight * in, in plain C.  In units of u = 2^-24 the errors of ins products and sums
// are at most ins + 1 times the sum of all lengths.
static number unit_ref(const float *row, const number *in, int ins)
{
    number sum = { (double)row[ins], 0.0 };
    double lengths = fabs((double)row[ins]);
    for (int j = 0; j < ins; j++) {
        const double w = (double)row[j];
        sum.value += w * in[j].value;
        sum.error += fabs(w) * in[j].error;
        lengths += fabs(w * in[j].value);
    }
    sum.error += (ins + 1) * U * lengths;
    return sum;
}

// The losses of all images, and the gradient: how the mean loss of the first n changes with each
// weight.
static void net_ref(number *gradient, number *loss, const float *weights, const float *pixels,
                    const cl_uint *digits, size_t n, size_t count)
{
    const float *second = weights + FIRST;
    for (int w = 0; w < WEIGHTS; w++)
        gradient[w] = (number){ 0.0, 0.0 };
    for (size_t i = 0; i < count; i++) {
        // Forward.
        number x[PIXELS + 1], z[HIDDEN], h[HIDDEN + 1], scores[DIGITS], d[DIGITS];
        for (size_t j = 0; j < PIXELS; j++)
            x[j] = (number){ (double)pixels[j * count + i], 0.0 };
        x[PIXELS] = h[HIDDEN] = (number){ 1.0, 0.0 };    // what a bias is multiplied by
        for (int u = 0; u < HIDDEN; u++) {
            z[u] = unit_ref(weights + u * (PIXELS + 1), x, PIXELS);
            h[u] = (number){ fmax(z[u].value, 0.0), z[u].error };
        }
        double most = -INFINITY, sum = 0.0, error = 0.0;
        for (int k = 0; k < DIGITS; k++) {
            scores[k] = unit_ref(second + k * (HIDDEN + 1), h, HIDDEN);
            most = fmax(most, scores[k].value);
            error = fmax(error, scores[k].error + U * fabs(scores[k].value));
        }
        for (int k = 0; k < DIGITS; k++)
            sum += exp(scores[k].value - most);
        const double right = scores[digits[i]].value - most;
        // A difference of two scores is off by 2 errors and its own rounding, exp by 3 ULP (6 u),
        // the sum of ten by 9 u, log by 3 ULP, a quotient by 2.5 ULP (5 u).
        loss[i].value = log(sum) - right;
        loss[i].error = 4.0 * error + 30.0 * U + 2.0 * U * fabs(right) + 8.0 * U * loss[i].value;

        // Backward.
        if (i >= n) continue;
        for (int k = 0; k < DIGITS; k++) {
            const double likely = exp(scores[k].value - most) / sum;
            const double rest = likely - (k == (int)digits[i] ? 1.0 : 0.0);
            const double far = U * fabs(scores[k].value - most);
            d[k].value = rest / (double)n;
            d[k].error =
                (likely * (4.0 * error + far + 30.0 * U) + 4.0 * U * fabs(rest)) / (double)n;
            for (int u = 0; u <= HIDDEN; u++) {
                number *g = &gradient[FIRST + k * (HIDDEN + 1) + u];
                const double product = d[k].value * h[u].value;
                g->value += product;
                g->error += d[k].error * h[u].value + fabs(d[k].value) * h[u].error +
                            (double)(n + 1) * U * fabs(product);
            }
        }
        for (int u = 0; u < HIDDEN; u++) {
            number back = { 0.0, 0.0 };
            for (int k = 0; k < DIGITS; k++) {
                const double w = (double)second[k * (HIDDEN + 1) + u];
                back.value += w * d[k].value;
                back.error += fabs(w) * (d[k].error + DIGITS * U * fabs(d[k].value));
            }
            // So near to 0 that the device may see it on the other side?
            if (fabs(z[u].value) <= z[u].error)
                back.error += fabs(back.value);
            else if (z[u].value < 0.0)
                continue;
            if (z[u].value <= 0.0) back.value = 0.0;
            for (int j = 0; j <= PIXELS; j++) {
                number *g = &gradient[u * (PIXELS + 1) + j];
                g->value += back.value * x[j].value;
                g->error += (back.error + (double)(n + 1) * U * fabs(back.value)) * x[j].value;
            }
        }
    }
}

static double mean_loss(const number *loss, size_t first, size_t end)
{
    double sum = 0.0;
    for (size_t i = first; i < end; i++)
        sum += loss[i].value;
    return sum / (double)(end - first);
}

// The gradient once more, without its backward pass: move a weight a little to both sides, and look
// how much the loss changes.  The error is how much the gradient itself changes between both: the
// loss is no straight line there.
static number probe(const float *weights, int w, const float *pixels, const cl_uint *digits,
                    size_t n, size_t count)
{
    float *moved = ocl_alloc(WEIGHTS * sizeof *moved);
    number *loss = ocl_alloc(count * sizeof *loss), *g = ocl_alloc(WEIGHTS * sizeof *g);
    double losses[2], slopes[2];
    memcpy(moved, weights, WEIGHTS * sizeof *moved);
    const float little = 0x1p-14f;
    const float sides[2] = { weights[w] + little, weights[w] - little };
    for (int side = 0; side < 2; side++) {
        moved[w] = sides[side];
        net_ref(g, loss, moved, pixels, digits, n, count);
        losses[side] = mean_loss(loss, 0, n);
        slopes[side] = g[w].value;
    }
    free(g);
    free(loss);
    free(moved);
    return (number){ (losses[0] - losses[1]) / ((double)sides[0] - (double)sides[1]),
                     fabs(slopes[0] - slopes[1]) };
}

// The weights after a step of Adam.  Its step is off by less than 40 u: 3 for the mean, 4 for the
// square under the root, 6 for the root (3 ULP), 5 for the quotient, 2 for the rate and its
// product.  The two parts of the mean may nearly cancel: so it is their lengths that count.
static void adam_ref(float *want, float *bounds, const learned_step *s)
{
    const double rate = RATE * sqrt(1.0 - pow(0.999, CHECKED)) / (1.0 - pow(0.9, CHECKED));
    for (size_t w = 0; w < WEIGHTS; w++) {
        const double old = 0.9 * (double)s->mean[w], now = 0.1 * (double)s->gradient[w];
        const double squares =
            0.999 * (double)s->square[w] + 0.001 * (double)s->gradient[w] * (double)s->gradient[w];
        const double factor = rate / (sqrt(squares) + 1e-8);
        want[w] = (float)((double)s->before[w] - factor * (old + now));
        bounds[w] =
            (float)(40.0 * U * factor * (fabs(old) + fabs(now)) + 2.0 * U * fabs((double)want[w]));
    }
}

step_results verify_step(float bounds[WEIGHTS], const learned_step *s, const float *pixels,
                         const cl_uint *digits, size_t n, size_t count)
{
    step_results results;
    number *ref = ocl_alloc(WEIGHTS * sizeof *ref), *ref_loss = ocl_alloc(count * sizeof *ref_loss);
    float *loss = ocl_alloc(count * sizeof *loss), *loss_bounds = ocl_alloc(count * sizeof *loss);
    net_ref(ref, ref_loss, s->before, pixels, digits, n, count);
    for (size_t i = 0; i < count; i++) {
        loss[i] = (float)ref_loss[i].value;
        loss_bounds[i] = (float)(1.01 * ref_loss[i].error + U * ref_loss[i].value);
    }
    results.losses = ocl_verify_f32_each("losses", s->loss, loss, count, loss_bounds);

    float want[WEIGHTS], weight_bounds[WEIGHTS];
    for (size_t w = 0; w < WEIGHTS; w++) {
        want[w] = (float)ref[w].value;
        bounds[w] = (float)(1.01 * ref[w].error + U * fabs(ref[w].value));
    }
    results.gradient = ocl_verify_f32_each("gradient", s->gradient, want, WEIGHTS, bounds);
    adam_ref(want, weight_bounds, s);
    results.weights = ocl_verify_f32_each("weights", s->after, want, WEIGHTS, weight_bounds);
    free(loss_bounds);
    free(loss);
    free(ref_loss);
    free(ref);
    return results;
}

void compare_step(ocl_report *report, const learned_step *s, const float *pixels,
                  const cl_uint *digits, size_t n, size_t count)
{
    float bounds[WEIGHTS];
    const step_results results = verify_step(bounds, s, pixels, digits, n, count);
    ocl_report_result(report, "losses", results.losses);
    ocl_report_result(report, "gradient", results.gradient);

    // 1e-9: the losses are doubles, and their difference is divided by 1e-4.
    float probes[PROBES], probed[PROBES], probe_bounds[PROBES];
    for (int i = 0; i < PROBES; i++) {
        const int w = i * (WEIGHTS - 1) / (PROBES - 1);
        const number moved = probe(s->before, w, pixels, digits, n, count);
        probes[i] = (float)moved.value;
        probed[i] = s->gradient[w];
        probe_bounds[i] = (float)((double)bounds[w] + moved.error + 1e-9);
    }
    ocl_report_result(report, "by moving",
                      ocl_verify_f32_each("by moving", probed, probes, PROBES, probe_bounds));
    ocl_report_result(report, "weights", results.weights);
}
