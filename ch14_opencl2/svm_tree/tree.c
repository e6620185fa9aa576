// SPDX-License-Identifier: MIT

#include "tree.h"

// Each step can be undone, so different i give different values.
cl_int tree_value(size_t i, uint64_t seed)
{
    uint32_t x = (uint32_t)i + (uint32_t)seed * 0x9e3779b9u;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    x ^= x >> 16;
    cl_int value;
    memcpy(&value, &x, sizeof value);
    return value;
}

node *tree_node(const tree *t, size_t number)
{
    return &t->blocks[number / t->per_block][number % t->per_block];
}

void tree_fill(tree *t, size_t n, uint64_t seed)
{
    for (t->count = 0; t->count < n; t->count++) {
        node *fresh = tree_node(t, t->count);
        *fresh = (node){ .value = tree_value(t->count, seed), .number = (cl_uint)t->count };
        node *root = tree_node(t, 0), **at = &root;
        while (t->count > 0 && *at)
            at = fresh->value < (*at)->value ? &(*at)->left : &(*at)->right;
        *at = fresh;
    }
}

const node *tree_find(const tree *t, cl_int value)
{
    const node *at = tree_node(t, 0);
    while (at && at->value != value)
        at = value < at->value ? at->left : at->right;
    return at;
}
