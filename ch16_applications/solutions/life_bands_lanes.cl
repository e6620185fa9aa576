// SPDX-License-Identifier: MIT
//
// Exercise 3 of life_bands: words that change lanes.
//
// Cell x of a row is bit x % 32 of word x / 32.  Bits behind the last cell of a row are 0.  The
// world has no edge: the first and the last cell of a row are neighbours, and so are the first and
// the last row.

// Adds three cells, for all places at once: the sum is ones + 2 twos.
void add(uint *ones, uint *twos, uint a, uint b, uint c)
{
    *ones = a ^ b ^ c;
    *twos = (a & b) | (c & (a ^ b));
}

void add_16(uint16 *ones, uint16 *twos, uint16 a, uint16 b, uint16 c)
{
    *ones = a ^ b ^ c;
    *twos = (a & b) | (c & (a ^ b));
}

// --- words: a work-item per word, the kernel of life_bits.

uint left_of(global const uint *row, uint w, uint width)
{
    uint last = width - 1;
    uint before = w > 0 ? row[w - 1] >> 31 : row[last / 32] >> last % 32 & 1;
    return row[w] << 1 | before;
}

uint right_of(global const uint *row, uint w, uint width)
{
    uint last = width - 1;
    uint after = w < last / 32 ? row[w + 1] << 31 : (row[0] & 1) << last % 32;
    return row[w] >> 1 | after;
}

uint next_word(global const uint *above, global const uint *row, global const uint *below, uint w,
               uint width)
{
    // Eight neighbours: three above, three below, two beside.  Then the ones of these three sums.
    uint ones_a, ones_b, ones_r, twos_a, twos_b, twos_r, ones, twos;
    add(&ones_a, &twos_a, left_of(above, w, width), above[w], right_of(above, w, width));
    add(&ones_b, &twos_b, left_of(below, w, width), below[w], right_of(below, w, width));
    add(&ones_r, &twos_r, left_of(row, w, width), 0, right_of(row, w, width));
    add(&ones, &twos, ones_a, ones_b, ones_r);

    // Two or three neighbours: exactly one of the four words of twos has the bit.
    uint odd = twos ^ twos_a ^ twos_b ^ twos_r;
    uint two_or_three = odd & ~((twos & twos_a) | (twos_b & twos_r));
    uint alive = two_or_three & (ones | row[w]);

    uint words = (width - 1) / 32 + 1, left_over = 32 * words - width;    // behind the last cell
    return w == words - 1 ? alive << left_over >> left_over : alive;
}

kernel void life_words(global uint *restrict next, global const uint *restrict now, uint width,
                       uint height)
{
    uint w = get_global_id(0), y = get_global_id(1), words = (width - 1) / 32 + 1;
    if (w >= words || y >= height) return;
    global const uint *row = now + (size_t)y * words;
    global const uint *above = now + (size_t)(y > 0 ? y - 1 : height - 1) * words;
    global const uint *below = now + (size_t)(y < height - 1 ? y + 1 : 0) * words;
    next[(size_t)y * words + w] = next_word(above, row, below, w, width);
}

// --- vectors: a work-item has a band of rows, and goes along each of them by 16 words.
//
//     w - 1 .. w + 14     the same words, read one word earlier and one word later: so
//     w     .. w + 15     each lane has the words beside its own, and no lane asks another one
//     w + 1 .. w + 16
//
// The first and the last word of a row have neighbours at its other end.  They are made alone.

// Each word, moved by one place to the left or to the right.  The bit that comes in is that of the
// word beside it.
uint16 left_of_16(uint16 here, uint16 before)
{
    return bitselect(rotate(here, (uint16)1), rotate(before, (uint16)1), (uint16)1);
}

uint16 right_of_16(uint16 here, uint16 after)
{
    return bitselect(rotate(here, (uint16)31), rotate(after, (uint16)31), (uint16)(1u << 31));
}

// The cells at 16 words and those beside them: ones + 2 twos of these three.
void add_beside(uint16 *ones, uint16 *twos, global const uint *row)
{
    uint16 here = vload16(0, row);
    //: skeleton
    //: uint16 before = here, after = here;    // wanted: the word beside each
    //: solution
    uint16 before = (uint16)(row[-1], here.s0, here.s12, here.s3456, here.s789abcde);
    uint16 after = (uint16)(here.s12345678, here.s9abc, here.sde, here.sf, row[16]);
    //: end
    uint16 left = left_of_16(here, before), right = right_of_16(here, after);
    add_16(ones, twos, left, here, right);
}

// Three rows, each added up as above, and the cells of the middle one.  The nine cells are 3: alive
// with two neighbours, or born with three.  They are 4 and the middle one is alive: three.
uint16 next_words(uint16 ones_a, uint16 twos_a, uint16 ones_r, uint16 twos_r, uint16 ones_b,
                  uint16 twos_b, uint16 here)
{
    uint16 ones, carry, twos, fours;
    add_16(&ones, &carry, ones_a, ones_r, ones_b);
    add_16(&twos, &fours, twos_a, twos_r, twos_b);
    uint16 odd = twos ^ carry;    // an odd number of twos
    uint16 three = ones & odd & ~fours;
    uint16 four = ~(ones | odd) & (fours ^ (twos & carry));
    return three | (four & here);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
life_vectors(global uint *restrict next, global const uint *restrict now, uint width, uint height,
             uint band)
{
    uint words = (width - 1) / 32 + 1;
    uint begin = get_global_id(0) * band, end = min(begin + band, height);
    for (uint y = begin; y < end; y++) {
        global const uint *row = now + (size_t)y * words;
        global const uint *above = now + (size_t)(y > 0 ? y - 1 : height - 1) * words;
        global const uint *below = now + (size_t)(y < height - 1 ? y + 1 : 0) * words;
        global uint *to = next + (size_t)y * words;
        if (words < 18) {    // no 16 words between the first and the last one
            for (uint w = 0; w < words; w++)
                to[w] = next_word(above, row, below, w, width);
            continue;
        }
        to[0] = next_word(above, row, below, 0, width);
        for (uint w = 1; w < words - 1; w += 16) {
            uint at = min(w, words - 17);    // the last 16 may be there already in part
            uint16 ones_a, ones_r, ones_b, twos_a, twos_r, twos_b;
            add_beside(&ones_a, &twos_a, above + at);
            add_beside(&ones_r, &twos_r, row + at);
            add_beside(&ones_b, &twos_b, below + at);
            uint16 alive =
                next_words(ones_a, twos_a, ones_r, twos_r, ones_b, twos_b, vload16(0, row + at));
            vstore16(alive, 0, to + at);
        }
        to[words - 1] = next_word(above, row, below, words - 1, width);
    }
}

// --- turns: a work-item makes `turns` turns of its band in one pass over the rows.
//
//     turn 0   . . . . . # #      A row of a turn needs three rows of the turn before.  So as soon
//     turn 1     . . . # #        as a row of turn 0 is there, the row above it can make turn 1,
//     turn 2       . # #          the row above that one turn 2, and so on.  Of each turn only the
//                                 last three rows (#, here of columns) are kept: in the cache.
//
// A band needs `turns` rows more on each side, which its neighbours make, too.
//
// A row that is kept has three arrays: the cells, and ones and twos of each cell with those beside
// it.  Around the cells is room for a word at each end, so that no word has to be made alone.

enum { PAD = 16, ARRAYS = 3, KEPT = 3 };    // PAD: words

// Puts the last cell before the first one, and the first cell behind the last one.
void join_ends(global uint *cells, uint width)
{
    uint last = width - 1, behind = width / 32;
    uint first_cell = cells[0] & 1, last_cell = cells[last / 32] >> last % 32 & 1;
    uint kept = (1u << width % 32) - 1;    // the cells of the word behind
    cells[-1] = last_cell << 31;
    cells[behind] = (cells[behind] & kept) | first_cell << width % 32;
}

void add_row(global uint *row, uint words, uint length)
{
    for (uint w = 0; w < words; w += 16) {
        uint16 ones, twos;
        add_beside(&ones, &twos, row + w);
        vstore16(ones, 0, row + length + w);
        vstore16(twos, 0, row + 2 * length + w);
    }
}

void next_row(global uint *to, global const uint *above, global const uint *row,
              global const uint *below, uint words, uint length)
{
    for (uint w = 0; w < words; w += 16) {
        global const uint *a = above + length + w, *r = row + length + w, *b = below + length + w;
        uint16 alive =
            next_words(vload16(0, a), vload16(0, a + length), vload16(0, r), vload16(0, r + length),
                       vload16(0, b), vload16(0, b + length), vload16(0, row + w));
        vstore16(alive, 0, to + w);
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
life_turns(global uint *restrict next, global const uint *restrict now, uint width, uint height,
           uint band, global uint *restrict kept, uint turns)
{
    uint words = (width - 1) / 32 + 1, length = (words + 15) / 16 * 16 + 2 * PAD;
    uint begin = get_global_id(0) * band, end = min(begin + band, height);
    if (begin >= height) return;
    uint a_row = ARRAYS * length, a_turn = KEPT * a_row;
    size_t all = (size_t)turns * a_turn + length;
    kept += get_global_id(0) * all;
    for (size_t i = 0; i < all; i++)    // vectors reach behind the words of a row
        kept[i] = 0;
    kept += PAD;

    uint y = (begin + height - turns % height) % height;    // `turns` rows above the band
    for (uint step = 0; step < end - begin + 2 * turns; step++) {
        global uint *row = kept + step % KEPT * a_row;
        for (uint w = 0; w < words; w++)
            row[w] = now[(size_t)y * words + w];
        y = y + 1 < height ? y + 1 : 0;
        join_ends(row, width);
        add_row(row, words, length);

        // Turn t has its first row when turn t - 1 has its third one.
        for (uint t = 1; t <= turns && step >= 2 * t; t++) {
            global uint *before = kept + (t - 1) * a_turn, *to = kept + t * a_turn;
            uint newest = step - (t - 1);
            if (t < turns) to += (step - t) % KEPT * a_row;
            next_row(to, before + (newest - 2) % KEPT * a_row, before + (newest - 1) % KEPT * a_row,
                     before + newest % KEPT * a_row, words, length);
            join_ends(to, width);
            if (t < turns) add_row(to, words, length);
        }

        if (step < 2 * turns) continue;
        global const uint *done = kept + turns * a_turn;
        global uint *out = next + (size_t)(begin + step - 2 * turns) * words;
        for (uint w = 0; w < words; w++)
            out[w] = done[w];
        uint left_over = 32 * words - width;
        out[words - 1] = done[words - 1] << left_over >> left_over;
    }
}
