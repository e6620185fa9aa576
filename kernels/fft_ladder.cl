// SPDX-License-Identifier: MIT
//
// The spectrum of n = 2^bits complex numbers, and of many such rows, one behind the other.
//
//     pass         two numbers per work-item: a launch for each bit
//     registers    EACH numbers per work-item: a launch for each 3 or 4 bits
//     local        LENGTH numbers per work-group: a launch for each 6 to 12 bits
//     four_step    the same, for COLUMNS neighbours at a time
//
// In the rungs after pass, a launch makes spectra of LENGTH numbers each, without reversed bits:
// this is Stockham's form.  With n = 16, two launches of LENGTH 4, each letter one spectrum:
//
//     x       a b c d  a b c d  a b c d  a b c d    a takes numbers 0, 4, 8, 12: `stride` apart
//     then    a a a a  b b b b  c c c c  d d d d    where a is written: before is 1
//
//     then    a b c d  a b c d  a b c d  a b c d    read again in this way, and turned
//     y       a b c d  a b c d  a b c d  a b c d    written `before` = 4 apart
//
// Number i of the first `stride` numbers, and all behind it that are a multiple of `stride` away,
// are column i.  `before` is how many numbers the spectra have that the launches before have made:
// 1, LENGTH, ...  Column i belongs to number k = i % before of them.  `angle` is 2 / (before *
// LENGTH), of half a turn.
//
// The host sets, all powers of two:
//     LENGTH     numbers of a spectrum of this launch; registers: the same as EACH
//     EACH       numbers in the registers of a work-item: 16, 8, 4, 2, 1, at most LENGTH
//     FIRST      at most EACH; FIRST times a power of EACH is LENGTH
//     COLUMNS    four_step: columns of a tile, at most the stride unless that is 1

#if !defined(LENGTH) || !defined(EACH) || !defined(FIRST) || !defined(COLUMNS)
#error "the host must build this file with -D for each of the macros above"
#endif

#define ITEMS (LENGTH / EACH)    // work-items that share a column

float2 times(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// --- pass: the two kernels of fft.  Rows behind each other: the bits above the last `bits` stay.

kernel void fft_reverse(global float2 *restrict y, global const float2 *restrict x, uint bits,
                        uint numbers)
{
    uint i = get_global_id(0);
    if (i >= numbers) return;
    uint reversed = i >> bits << bits;
    for (uint bit = 0; bit < bits; bit++)
        if (i >> bit & 1) reversed |= 1u << (bits - 1 - bit);
    y[reversed] = x[i];
}

kernel void fft_pass(global float2 *y, uint half_size, uint pairs)
{
    uint i = get_global_id(0);
    if (i >= pairs) return;
    uint k = i % half_size, low = 2 * (i - k) + k, high = low + half_size;

    float angle = -M_PI_F * k / half_size;
    float2 w = (float2)(cos(angle), sin(angle));
    float2 a = y[low], b = y[high], turned = times(w, b);
    y[low] = a + turned;
    y[high] = a - turned;
}

// --- registers: EACH numbers per work-item.
//
//     eight numbers            three passes of fft without a launch between them: two numbers of
//     o-o-o-o-o-o-o-o          a pair are in registers, and so is what the next pass needs
//     |_| |_| |_| |_|
//     |___|   |___|
//     |_______|

// The spectra of 2, 4, 8 and 16 numbers, in place.  They stand `step` apart.
void spectrum_2(float2 *v, int step)
{
    float2 a = v[0], b = v[step];
    v[0] = a + b;
    v[step] = a - b;
}

// a times -i: a quarter of a turn, which needs no product.
float2 quarter(float2 a)
{
    return (float2)(a.y, -a.x);
}

// a times (1 - i) / sqrt(2): an eighth of a turn.
float2 eighth(float2 a)
{
    return M_SQRT1_2_F * (float2)(a.x + a.y, a.y - a.x);
}

void spectrum_4(float2 *v, int step)
{
    float2 a = v[0] + v[2 * step], b = v[0] - v[2 * step];
    float2 c = v[step] + v[3 * step], d = quarter(v[step] - v[3 * step]);
    v[0] = a + c;
    v[step] = b + d;
    v[2 * step] = a - c;
    v[3 * step] = b - d;
}

// Even places, odd places, pairs of both.
void spectrum_8(float2 *v, int step)
{
    spectrum_4(v, 2 * step);
    spectrum_4(v + step, 2 * step);
    float2 even[4], odd[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        even[k] = v[2 * k * step];
        odd[k] = v[(2 * k + 1) * step];
    }
    odd[1] = eighth(odd[1]);
    odd[2] = quarter(odd[2]);
    odd[3] = quarter(eighth(odd[3]));
#pragma unroll
    for (int k = 0; k < 4; k++) {
        v[k * step] = even[k] + odd[k];
        v[(k + 4) * step] = even[k] - odd[k];
    }
}

// Four columns of four numbers, turned, then the rows: as two launches would do it.
void spectrum_16(float2 *v, int step)
{
    const float2 w = (float2)(0.92387953251128674f, -0.38268343236508978f);    // a sixteenth
#pragma unroll
    for (int i = 0; i < 4; i++)
        spectrum_4(v + i * step, 4 * step);
    v[5 * step] = times(v[5 * step], w);
    v[6 * step] = eighth(v[6 * step]);
    v[7 * step] = times(v[7 * step], (float2)(-w.y, -w.x));
    v[9 * step] = eighth(v[9 * step]);
    v[10 * step] = quarter(v[10 * step]);
    v[11 * step] = quarter(eighth(v[11 * step]));
    v[13 * step] = times(v[13 * step], (float2)(-w.y, -w.x));
    v[14 * step] = quarter(eighth(v[14 * step]));
    v[15 * step] = -times(v[15 * step], w);
    float2 t[16];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        spectrum_4(v + 4 * k * step, step);
#pragma unroll
        for (int m = 0; m < 4; m++)
            t[k + 4 * m] = v[(4 * k + m) * step];
    }
#pragma unroll
    for (int k = 0; k < 16; k++)
        v[k * step] = t[k];
}

void spectrum_1(float2 *v, int step)
{
}

#define JOIN(a, b)        a##b
#define SPECTRUM_OF(size) JOIN(spectrum_, size)

// e^(-pi i half_turns)
float2 root(float half_turns)
{
    return (float2)(cospi(half_turns), -sinpi(half_turns));
}

// Number s is turned s times by w.
void turn(float2 v[EACH], float2 w)
{
    float2 power[EACH];
#pragma unroll
    for (int s = 1; s < EACH; s++) {
        power[s] = s == 1 ? w : times(power[s / 2], power[s - s / 2]);
        v[s] = times(v[s], power[s]);
    }
}

kernel void fft_registers(global float2 *restrict y, global const float2 *restrict x, uint stride,
                          uint before, float angle, uint columns)
{
    uint column = get_global_id(0);
    if (column >= columns) return;
    uint i = column & (stride - 1), k = i & (before - 1);    // the remainders
    global const float2 *from = x + (column - i) * EACH + i;
    global float2 *to = y + (column - k) * EACH + k;

    float2 v[EACH];
#pragma unroll
    for (uint s = 0; s < EACH; s++)
        v[s] = from[s * stride];
    turn(v, root(k * angle));
    SPECTRUM_OF(EACH)(v, 1);
#pragma unroll
    for (uint s = 0; s < EACH; s++)
        to[s * before] = v[s];
}

// --- local: LENGTH numbers per work-group.
//
//     registers    ITEMS work-items have EACH numbers each
//         |
//     tile         they leave the results there, each takes those that it needs next
//         |
//     registers    ... until there is one spectrum of LENGTH numbers
//
// Each round is a launch of registers, within the column: work-item j takes numbers j, j + ITEMS,
// j + 2 ITEMS, ...

// A gap behind each 16 numbers: neighbours write 16 apart, and would all meet in the same bank.
#define PLACE(i) ((i) + (i) / 16)

// The first round: spectra of FIRST numbers, EACH / FIRST of them.
#define OTHERS (EACH / FIRST)
void first_spectra(float2 v[EACH])
{
#pragma unroll
    for (int t = 0; t < OTHERS; t++)
        SPECTRUM_OF(FIRST)(v + t, OTHERS);
}

// Number r of column k is turned by r * k * angle.  Here r is j + s ITEMS.
void turn_column(float2 v[EACH], uint j, uint k, float angle)
{
    if (k == 0) return;
    float2 w = root(k * j * angle);
#pragma unroll
    for (int s = 0; s < EACH; s++)
        v[s] = times(v[s], w);
    turn(v, root(k * ITEMS * angle));
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
fft_local(global float2 *restrict y, global const float2 *restrict x, uint stride, uint before,
          float angle)
{
    local float2 tile[PLACE(LENGTH)];
    uint column = get_group_id(0), j = get_local_id(0);
    uint i = column & (stride - 1), k = i & (before - 1);
    global const float2 *from = x + (column - i) * LENGTH + i;
    global float2 *to = y + (column - k) * LENGTH + k;

    float2 v[EACH];
#pragma unroll
    for (uint s = 0; s < EACH; s++)
        v[s] = from[(j + s * ITEMS) * stride];
    turn_column(v, j, k, angle);
    first_spectra(v);
#pragma unroll
    for (uint t = 0; t < OTHERS; t++)
#pragma unroll
        for (uint s = 0; s < FIRST; s++)
            tile[PLACE((j + t * ITEMS) * FIRST + s)] = v[t + s * OTHERS];

    float part = 2.0f / (FIRST * EACH);    // of a half turn, of this round
    for (uint made = FIRST; made < LENGTH; made *= EACH, part *= 1.0f / EACH) {
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint s = 0; s < EACH; s++)
            v[s] = tile[PLACE(j + s * ITEMS)];
        barrier(CLK_LOCAL_MEM_FENCE);
        uint place = j & (made - 1);
        turn(v, root(place * part));
        SPECTRUM_OF(EACH)(v, 1);
        if (made * EACH == LENGTH) break;    // this was the last round
#pragma unroll
        for (uint s = 0; s < EACH; s++)
            tile[PLACE((j - place) * EACH + place + s * made)] = v[s];
    }

    // The work-item has numbers j, j + ITEMS, ... of the spectrum.
#pragma unroll
    for (uint s = 0; s < EACH; s++)
        to[(j + s * ITEMS) * before] = v[s];
}

// --- four_step: COLUMNS columns side by side.
//
//     x, as rows of `stride` numbers          local's work-group reads one number of each row, far
//     . . # # # # . . . . . .  row 0          apart.  Here it reads COLUMNS neighbours.
//     . . # # # # . . . . . .  row 1
//     . . # # # # . . . . . .  ...            Neighbours in y: columns, too, but in the first
//     . . # # # # . . . . . .  LENGTH - 1     launch: there a column is written as one run.
//
// With two launches of about sqrt(n) numbers these are the steps of Gentleman and Sande: spectra of
// the columns, turn, exchange rows and columns, spectra of the columns.  `columns` are all of them.

kernel __attribute__((reqd_work_group_size(ITEMS * COLUMNS, 1, 1))) void
fft_four_step(global float2 *restrict y, global const float2 *restrict x, uint stride, uint before,
              float angle, uint columns)
{
    local float2 tile[PLACE(LENGTH * COLUMNS)];
    uint item = get_local_id(0), first_column = get_group_id(0) * COLUMNS;

    // Work-item j of column c.  Neighbours have neighbouring columns, or numbers of one column.
    bool is_one_run = stride == 1;
    uint c = is_one_run ? item / ITEMS : item % COLUMNS;
    uint j = is_one_run ? item % ITEMS : item / COLUMNS;
    uint down = is_one_run ? 1 : COLUMNS, right = is_one_run ? LENGTH : 1;    // in the tile

    uint column = first_column + c, i = column & (stride - 1), k = i & (before - 1);
    global const float2 *from = x + (column - i) * LENGTH + i;
    float2 v[EACH];
#pragma unroll
    for (uint s = 0; s < EACH; s++)
        v[s] = column < columns ? from[(j + s * ITEMS) * stride] : 0.0f;
    turn_column(v, j, k, angle);
    first_spectra(v);
#if LENGTH > FIRST
#pragma unroll
    for (uint t = 0; t < OTHERS; t++)
#pragma unroll
        for (uint s = 0; s < FIRST; s++)
            tile[PLACE(((j + t * ITEMS) * FIRST + s) * down + c * right)] = v[t + s * OTHERS];

    // In a launch that writes columns as runs, work-items change their roles here.
    if (before == 1) {
        c = item / ITEMS;
        j = item % ITEMS;
        column = first_column + c;
    }
    float part = 2.0f / (FIRST * EACH);    // of a half turn, of this round
    for (uint made = FIRST; made < LENGTH; made *= EACH, part *= 1.0f / EACH) {
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint s = 0; s < EACH; s++)
            v[s] = tile[PLACE((j + s * ITEMS) * down + c * right)];
        barrier(CLK_LOCAL_MEM_FENCE);
        uint place = j & (made - 1);
        turn(v, root(place * part));
        SPECTRUM_OF(EACH)(v, 1);
        if (made * EACH == LENGTH) break;
#pragma unroll
        for (uint s = 0; s < EACH; s++)
            tile[PLACE(((j - place) * EACH + place + s * made) * down + c * right)] = v[s];
    }
#endif
    if (column >= columns) return;
    global float2 *to = y + (column - k) * LENGTH + k;
#pragma unroll
    for (uint s = 0; s < EACH; s++)
        to[(j + s * ITEMS) * before] = v[s];
}
