// SPDX-License-Identifier: MIT
//
// lanes - several channels that are computed at once, in one variable.
//
// FORMAT 0 and 1: two channels of 8 bits, each in one half of a uint.  16 bits have room for sums
// of 257 channels, so that one addition adds two channels.  Between subtractions each half must
// stay positive: a half that is less than 0 would borrow from the other one.
// FORMAT 2: one float.
//
// VECTORS: 16 such numbers in a vector, uint16 or float16, for CPUs.
//
// open_word makes the lanes of a word, even bytes and odd bytes; close_word makes a word of lanes.

#if FORMAT == 2 && VECTORS
typedef float16 lanes;
#elif FORMAT == 2
typedef float lanes;
#elif VECTORS
typedef uint16 lanes;
#else
typedef uint lanes;
#endif

// The number k in each half.
#define EACH(k) ((lanes)((uint)(k)*0x10001u))

// sum / 9.  8 bits: the nearest integer, for all sums of nine channels.  7282 / 65536 is 1/9 and a
// little more.  CPUs multiply 32 bits slowly, and both halves need such a product.  With vectors
// one product serves both, because it fits 16 bits: 28.4375 / 256 is 1/9 and a little less, and 130
// instead of 4 * 28.4375 makes up for it.
lanes ninth(lanes sum)
{
#if FORMAT == 2
    return sum * (1.0f / 9);
#elif VECTORS
    sum = sum * 28 + EACH(130);
    return (sum + (sum >> 6 & EACH(1023))) >> 8 & EACH(255);
#else
    sum += EACH(4);
    return ((sum & 0xffff) * 7282 >> 16) | ((sum >> 16) * 7282 & 0xffff0000);
#endif
}

// sum / 16.  8 bits: the nearest integer, a tie is rounded up.
lanes sixteenth(lanes sum)
{
#if FORMAT == 2
    return sum * (1.0f / 16);
#else
    return (sum + EACH(8)) >> 4 & EACH(255);
#endif
}

#if FORMAT != 2
#define PER_WORD 2

void open_word(lanes lane[PER_WORD], lanes word)
{
    lane[0] = word & EACH(255);
    lane[1] = word >> 8 & EACH(255);
}

lanes close_word(const lanes lane[PER_WORD])
{
    return lane[0] | lane[1] << 8;
}

#endif
