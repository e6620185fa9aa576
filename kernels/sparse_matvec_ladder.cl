// SPDX-License-Identifier: MIT
//
// y = A x, where A is nearly empty: five ways to divide its numbers among work-items.
//
// The numbers of row r are values[i], in the columns columns[i], for i from first[r] to
// first[r + 1] - 1.  Only `ell` and `distances` have another layout.
//
// The host sets
//     LOCAL    sub_vector, merge: work-items per work-group, a power of two
//     LANES    sub_vector: work-items per row, a power of two, at most LOCAL
//     STEPS    merge: steps per work-group, a multiple of LOCAL

#if !defined(LOCAL) || !defined(LANES) || !defined(STEPS)
#error "the host must build this file with -D for each of the macros above"
#endif

// --- row: a work-item per row, the kernel of sparse_matvec.
//
//     work-item 0 reads  0 1 2      neighbours read numbers that are a row apart,
//     work-item 1 reads  3 4 5 6    and all of them wait for the longest row
//     work-item 2 reads  7 8

kernel void sparse_matvec_row(global float *restrict y, global const uint *restrict first,
                              global const uint *restrict columns,
                              global const float *restrict values, global const float *restrict x,
                              ulong rows)
{
    size_t row = get_global_id(0);
    if (row >= rows) return;
    float sum = 0.0f;
    for (uint i = first[row]; i < first[row + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

// --- ell: a work-item per row, in another layout.
//
// All rows get the length of the longest one, `width`, by zeros at their end.  First come the first
// numbers of all rows, then the second numbers: neighbours read neighbouring numbers.
//
//     work-item      0  1  2
//     reads first    0  1  2
//     then           3  4  5     . is a zero that was added
//     then           6  7  .

kernel void sparse_matvec_ell(global float *restrict y, global const uint *restrict columns,
                              global const float *restrict values, global const float *restrict x,
                              ulong rows, uint width)
{
    size_t row = get_global_id(0);
    if (row >= rows) return;
    float sum = 0.0f;
    for (size_t k = 0; k < width; k++)
        sum += values[k * rows + row] * x[columns[k * rows + row]];
    y[row] = sum;
}

// --- distances: as ell, but a column is how far it lies from the diagonal, in 2 bytes.
//
//     row 7, columns 5 7 9     distances -2 0 2
//
// All places fit into 32 bits, so they are computed in these.

kernel void sparse_matvec_distances(global float *restrict y,
                                    global const short *restrict distances,
                                    global const float *restrict values,
                                    global const float *restrict x, ulong rows, uint width)
{
    uint row = get_global_id(0), count = rows;
    if (row >= count) return;
    float sum = 0.0f;
    for (uint k = 0; k < width; k++)
        sum += values[k * count + row] * x[(int)row + distances[k * count + row]];
    y[row] = sum;
}

// --- sub_vector: LANES work-items per row.
//
// They read the row side by side, LANES numbers at a time.  A tree in local memory adds up their
// sums.  A work-group has LOCAL / LANES rows.
//
//     row of 7, 4 lanes     lane  0 1 2 3 | 0 1 2

kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
sparse_matvec_sub_vector(global float *restrict y, global const uint *restrict first,
                         global const uint *restrict columns, global const float *restrict values,
                         global const float *restrict x, ulong rows)
{
    local float sums[LOCAL];
    uint item = get_local_id(0), lane = item % LANES;
    size_t row = get_global_id(0) / LANES;
    float sum = 0.0f;
    if (row < rows)
        for (uint i = first[row] + lane; i < first[row + 1]; i += LANES)
            sum += values[i] * x[columns[i]];
    sums[item] = sum;
    for (uint apart = LANES / 2; apart > 0; apart /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < apart) sums[item] += sums[item + apart];
    }
    if (row < rows && lane == 0) y[row] = sums[item];
}

// --- merge: each work-item has the same number of steps, whatever the rows are.
//
// A number is a step, and the end of a row is a step.  The end of row r comes behind all numbers up
// to it, and behind r ends: it is step first[r + 1] + r.
//
//     rows           a a a | b |   | d d ...      row c is empty
//     steps          0 1 2 3 4 5 6 7 8
//     work-items     0       1       2            four steps each
//
// A search says how many rows end before a step.  The others of these steps are numbers.

#define ITEMS (STEPS / LOCAL)    // steps per work-item

// How many rows end before step `step`.  At least `low` do, and at most `high`.
uint ends_before(global const uint *first, uint step, uint low, uint high)
{
    while (low < high) {
        uint mid = low + (high - low) / 2;
        if (first[mid + 1] + mid < step)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

// A work-item stores the sum of each row that ends in its steps.  Its last row may go on: the sum
// so far is its rest.  Rests for rows that end in this work-group are added here.  The work-group
// has one rest more, for the row that goes on behind it: sparse_matvec_rests adds that.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
sparse_matvec_merge(global float *restrict y, global uint *restrict rest_rows,
                    global float *restrict rest_sums, global const uint *restrict first,
                    global const uint *restrict columns, global const float *restrict values,
                    global const float *restrict x, uint rows)
{
    local float products[STEPS], sums[LOCAL];
    local uint last_rows[LOCAL];
    uint item = get_local_id(0), group = get_group_id(0);

    // The steps, rows and numbers of the work-group.
    uint begin = group * STEPS, end = min(begin + STEPS, first[rows] + rows);
    uint row_begin = ends_before(first, begin, 0, rows);
    uint row_end = ends_before(first, end, row_begin, rows);
    uint number_begin = begin - row_begin, number_end = end - row_end;
    for (uint i = number_begin + item; i < number_end; i += LOCAL)
        products[i - number_begin] = values[i] * x[columns[i]];
    barrier(CLK_LOCAL_MEM_FENCE);

    // The work-item's steps, one after the other.
    uint step = min(begin + item * ITEMS, end), stop = min(step + ITEMS, end);
    uint row = ends_before(first, step, row_begin, row_end), i = step - row;
    float sum = 0.0f;
    for (; step < stop; step++) {
        if (i < first[row + 1]) {
            sum += products[i - number_begin];
            i++;
        } else {
            y[row] = sum;
            sum = 0.0f;
            row++;
        }
    }
    last_rows[item] = row;
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    // The first work-item that has a rest for a row adds up all of them.
    if (item > 0 && last_rows[item - 1] == row) return;
    for (uint k = item + 1; k < LOCAL && last_rows[k] == row; k++)
        sum += sums[k];
    if (row < row_end) {
        y[row] += sum;
    } else {
        rest_rows[group] = row;
        rest_sums[group] = sum;
    }
}

// A work-item per work-group of merge.  The first one that has a rest for a row adds all of them.
// Behind the last row nothing goes on.
kernel void sparse_matvec_rests(global float *restrict y, global const uint *restrict rest_rows,
                                global const float *restrict rest_sums, uint rows, uint groups)
{
    uint group = get_global_id(0);
    if (group >= groups) return;
    uint row = rest_rows[group];
    if (row >= rows || (group > 0 && rest_rows[group - 1] == row)) return;
    float sum = 0.0f;
    for (uint k = group; k < groups && rest_rows[k] == row; k++)
        sum += rest_sums[k];
    y[row] += sum;
}
