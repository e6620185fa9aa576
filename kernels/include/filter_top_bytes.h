// SPDX-License-Identifier: MIT
//
// top bytes - lanes for filter_strips.h that are only compared, added and subtracted.
//
// Each channel of 8 bits is the top byte of a uint of its own.  What lies below are other channels
// of the same word: they decide between lanes whose top bytes are equal, where it does not matter.
// So a shift makes a lane, and nothing has to be masked.  In the last format a lane is a float.

#if FORMAT == 2
typedef float lanes;
#else
typedef uint lanes;
#define PER_WORD 4

void open_word(lanes lane[PER_WORD], uint word)
{
    for (int i = 0; i < PER_WORD; i++)
        lane[i] = word << (24 - 8 * i);
}

uint close_word(const lanes lane[PER_WORD])
{
    uint word = 0;
    for (int i = 0; i < PER_WORD; i++)
        word |= lane[i] >> 24 << 8 * i;
    return word;
}

#endif
