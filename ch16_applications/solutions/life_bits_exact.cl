// SPDX-License-Identifier: MIT
//
// Exercise 2 of life_bits: the number of neighbours as three bits.
//: skeleton
//: // The third one is wrong.
//: end
//
// A work-item per word: it makes 32 cells at once.  Cell x of a row is bit x % 32 of word x / 32.
// Bits behind the last cell of a row are 0.

// The cells left of those of word w, and right of them, each in the bit of its neighbour.  The
// world has no edge, so the first and the last cell of a row are neighbours.
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

// Adds three cells, for 32 places at once: the sum is ones + 2 twos.
void add(uint *ones, uint *twos, uint a, uint b, uint c)
{
    *ones = a ^ b ^ c;
    *twos = (a & b) | (c & (a ^ b));
}

kernel void life_bits(global uint *restrict next, global const uint *restrict now, uint width,
                      uint height)
{
    uint w = get_global_id(0), y = get_global_id(1), words = (width - 1) / 32 + 1;
    if (w >= words || y >= height) return;
    global const uint *row = now + (size_t)y * words;
    global const uint *above = now + (size_t)(y > 0 ? y - 1 : height - 1) * words;
    global const uint *below = now + (size_t)(y < height - 1 ? y + 1 : 0) * words;

    // Eight neighbours: three above, three below, two beside.  Then the ones of these three sums.
    uint ones_a, ones_b, ones_r, twos_a, twos_b, twos_r, ones, twos;
    add(&ones_a, &twos_a, left_of(above, w, width), above[w], right_of(above, w, width));
    add(&ones_b, &twos_b, left_of(below, w, width), below[w], right_of(below, w, width));
    add(&ones_r, &twos_r, left_of(row, w, width), 0, right_of(row, w, width));
    add(&ones, &twos, ones_a, ones_b, ones_r);

    // Two more additions make all three bits of the number of neighbours, 0 to 7; 8 is 0 here, and
    // such a cell dies in both cases.
    uint two, four_a, four;
    add(&two, &four_a, twos_a, twos_b, twos_r);
    //: skeleton
    //: four = two & twos;    // here: the first addition carries, too
    //: solution
    four = four_a ^ (two & twos);
    //: end
    two ^= twos;
    uint alive = two & ~four & (ones | row[w]);

    uint left_over = 32 * words - width;    // bits behind the last cell
    next[(size_t)y * words + w] = w == words - 1 ? alive << left_over >> left_over : alive;
}
