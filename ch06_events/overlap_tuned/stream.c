// SPDX-License-Identifier: MIT

#include "stream.h"

size_t stream_first(const overlap_stream *s, size_t i)
{
    return i * s->block;
}

size_t stream_count(const overlap_stream *s, size_t i)
{
    const size_t left = s->n - stream_first(s, i);
    return left < s->block ? left : s->block;
}
