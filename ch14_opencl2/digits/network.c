// SPDX-License-Identifier: MIT

#include "network.h"

enum { MAX_NUMBERS = 200000, WEIGHTS_LIMIT = 127, BIAS_LIMIT = 1000000 };

// The numbers of a table, row after row.
typedef struct {
    const char *name;
    ocl_csv csv;
    size_t column;    // of the next number
} number_file;

static number_file open_numbers(const char *name)
{
    static const ocl_file_form FORM = { .most = 1 << 20, .text = "CSV file" };
    ocl_message why;
    unsigned char *text;
    size_t bytes;
    char *path = ocl_find_data(name, &why);
    if (!path || !ocl_read_file_as(path, &FORM, &text, &bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    number_file file = { .name = name };
    ocl_csv_open(&file.csv, (const char *)text, bytes);
    file.csv.separator = ',';    // a first row with one number does not tell
    free(text);
    free(path);
    return file;
}

// Whether there is another number.
static bool find_number(number_file *file)
{
    ocl_message why;
    if (file->column < file->csv.count) return true;
    file->column = 0;
    return ocl_csv_next(&file->csv, &why);
}

static int next_number(number_file *file, int low, int high)
{
    ocl_message why;
    double number;
    if (!find_number(file) || !ocl_csv_number(&file->csv, file->column++, &number, &why) ||
        !(number >= low && number <= high) || number != floor(number))
        ocl_exit(OCL_EXIT_USAGE, "%s: line %zu: a number from %d to %d should be here", file->name,
                 file->csv.line, low, high);
    return (int)number;
}

network load_network(void)
{
    number_file file = open_numbers("digits_weights.csv");
    network net = { .shift = next_number(&file, 0, 31) };
    for (int u = 0; u < HIDDEN_UNITS; u++)
        for (int p = 0; p < IMAGE_PIXELS; p++)
            net.first[u][p] = (cl_char)next_number(&file, -WEIGHTS_LIMIT, WEIGHTS_LIMIT);
    for (int u = 0; u < HIDDEN_UNITS; u++)
        net.first_bias[u] = next_number(&file, -BIAS_LIMIT, BIAS_LIMIT);
    for (int k = 0; k < DIGITS; k++)
        for (int u = 0; u < HIDDEN_UNITS; u++)
            net.second[k][u] = (cl_char)next_number(&file, -WEIGHTS_LIMIT, WEIGHTS_LIMIT);
    for (int k = 0; k < DIGITS; k++)
        net.second_bias[k] = next_number(&file, -BIAS_LIMIT, BIAS_LIMIT);
    ocl_csv_close(&file.csv);
    return net;
}

image *load_images(size_t *count)
{
    number_file file = open_numbers("digits.csv");
    image *images = ocl_alloc((MAX_NUMBERS / (IMAGE_PIXELS + 1)) * sizeof *images);
    for (*count = 0; *count < MAX_NUMBERS / (IMAGE_PIXELS + 1) && find_number(&file); ++*count) {
        image *x = &images[*count];
        for (int p = 0; p < IMAGE_PIXELS; p++)
            x->pixels[p] = (cl_uchar)next_number(&file, 0, 16);
        x->digit = (cl_uchar)next_number(&file, 0, DIGITS - 1);
    }
    ocl_csv_close(&file.csv);
    if (*count <= LEARNED_IMAGES)
        ocl_exit(OCL_EXIT_USAGE, "digits.csv: there should be more than %d images", LEARNED_IMAGES);
    return images;
}

void network_ref(const network *net, const image *x, cl_int scores[DIGITS])
{
    cl_int hidden[HIDDEN_UNITS];
    for (int u = 0; u < HIDDEN_UNITS; u++) {
        cl_int sum = net->first_bias[u];
        for (int p = 0; p < IMAGE_PIXELS; p++)
            sum += net->first[u][p] * x->pixels[p];
        const cl_int positive = sum > 0 ? sum >> net->shift : 0;
        hidden[u] = positive < 255 ? positive : 255;
    }
    for (int k = 0; k < DIGITS; k++) {
        scores[k] = net->second_bias[k];
        for (int u = 0; u < HIDDEN_UNITS; u++)
            scores[k] += net->second[k][u] * hidden[u];
    }
}

int best_digit(const cl_int scores[DIGITS])
{
    int best = 0;
    for (int k = 1; k < DIGITS; k++)
        if (scores[k] > scores[best]) best = k;
    return best;
}
