// SPDX-License-Identifier: MIT

#include "hash_table_std.h"

#include <thread>
#include <unordered_map>
#include <vector>

// The keys of this share go into a map, and the queries of this share are looked up in it.
static void work_on(uint32_t *found, const uint32_t *keys, const uint32_t *queries, size_t n,
                    unsigned share, unsigned shares)
{
    const auto part_of = [=](uint32_t key) { return key * UINT64_C(0x9E3779B1) >> 16 & 0xffff; };
    std::unordered_map<uint32_t, uint32_t> counts;
    counts.reserve(n / shares);
    for (size_t i = 0; i < n; i++)
        if (part_of(keys[i]) % shares == share) counts[keys[i]]++;
    for (size_t i = 0; i < n; i++) {
        if (part_of(queries[i]) % shares != share) continue;
        const auto at = counts.find(queries[i]);
        found[i] = at == counts.end() ? 0 : at->second;
    }
}

void hash_table_std(uint32_t *found, const uint32_t *keys, const uint32_t *queries, size_t n,
                    unsigned threads)
{
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads; t++)
        others.emplace_back(work_on, found, keys, queries, n, t, threads);
    work_on(found, keys, queries, n, 0, threads);
    for (std::thread &other : others)
        other.join();
}

unsigned hash_table_std_threads(void)
{
    const unsigned threads = std::thread::hardware_concurrency();
    return threads > 0 ? threads : 1;
}
