// SPDX-License-Identifier: MIT
//
// tree - a binary search tree in plain C, whose nodes are in a few blocks of memory.

#ifndef SVM_TREE_TREE_H
#define SVM_TREE_TREE_H

#include "ocl.h"

enum { BLOCKS = 4 };

// The same structure as in svm_tree.cl.
typedef struct node node;
struct node {
    node *left, *right;
    cl_int value;
    cl_uint number;    // it was the number-th to be inserted
};

// The nodes lie in blocks of equal size, in the order of their numbers.
typedef struct {
    node *blocks[BLOCKS];    // who makes the tree, allocates and frees them
    size_t per_block;        // nodes
    size_t count;            // nodes that are in the tree
} tree;

// Value i of a sequence without order, in which none comes twice.
cl_int tree_value(size_t i, uint64_t seed);

// Where node `number` is, or will be.  Node 0 is the root.
node *tree_node(const tree *t, size_t number);

// Inserts the values 0 to n - 1 of the sequence, one after the other.
void tree_fill(tree *t, size_t n, uint64_t seed);

// The node with this value, or NULL.
const node *tree_find(const tree *t, cl_int value);

#endif
