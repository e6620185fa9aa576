// SPDX-License-Identifier: MIT
//
// lanes - several channels that are computed at once, in one variable.
//
// FORMAT 0 and 1: two channels of 8 bits, each in one half of a uint.  16 bits have room for sums
// of 257 channels, so that one addition adds two channels.  Between subtractions each half must
// stay positive: a half that is less than 0 would borrow from the other one.
// FORMAT 2: one float.
//
// VECTORS: 16 channels in a vector, ushort16 or float16, for CPUs.
//
// open_word makes the lanes of a word, even bytes and odd bytes; close_word makes a word of lanes.

#if FORMAT == 2 && VECTORS
typedef float16 lanes;
#define EACH(k) ((float16)(k))
#elif FORMAT == 2
typedef float lanes;
#define EACH(k) ((float)(k))
#elif VECTORS
typedef ushort16 lanes;
#define EACH(k) ((ushort16)(k))
#else
typedef uint lanes;
#define EACH(k) ((uint)(k)*0x10001u)
#endif

// sum / 9.  8 bits: the nearest integer, for all sums of nine channels.  7282 / 65536 is 1/9 and a
// little more.  With vectors the product must fit 16 bits: 28.4375 / 256 is 1/9 and a little less,
// and 130 instead of 4 * 28.4375 makes up for it.
lanes ninth(lanes sum)
{
#if FORMAT == 2
    return sum * (1.0f / 9);
#elif VECTORS
    sum = sum * EACH(28) + EACH(130);
    return (sum + (sum >> EACH(6))) >> EACH(8);
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
#elif VECTORS
    return (sum + EACH(8)) >> EACH(4);
#else
    return (sum + EACH(8)) >> 4 & 0x00ff00ff;
#endif
}

#if FORMAT != 2 && !VECTORS
#define PER_WORD 2

void open_word(lanes lane[PER_WORD], uint word)
{
    lane[0] = word & 0x00ff00ff;
    lane[1] = word >> 8 & 0x00ff00ff;
}

uint close_word(const lanes lane[PER_WORD])
{
    return lane[0] | lane[1] << 8;
}

#endif
