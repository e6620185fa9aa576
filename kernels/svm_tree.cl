// SPDX-License-Identifier: MIT
//
// A binary search tree: smaller values are to the left of a node, larger ones to the right.
//
// One work-item per key.  It goes down from the root until it finds the key, or no further node.
//
// NONE    no node, for indices

#ifndef NONE
#error "the host must build this file with -DNONE=<an index that no node has>"
#endif

// --- as in OpenCL 1.2: an array of nodes, and places in it

typedef struct {
    int value;
    uint left, right;    // places in the array
} index_node;

kernel void svm_tree_indices(global uint *restrict found, global const int *restrict keys,
                             global const index_node *restrict nodes, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int key = keys[i];
    uint place = 0;    // the root
    while (place != NONE && nodes[place].value != key)
        place = key < nodes[place].value ? nodes[place].left : nodes[place].right;
    found[i] = place;
}

#if __OPENCL_C_VERSION__ >= 200
// --- with shared virtual memory: the pointers of the host

// The same structure as in svm_tree/tree.h.
typedef struct node node;
struct node {
    global node *left, *right;
    int value;
    uint number;
};

// The answer is a pointer, too: the host can follow it.  OpenCL C 2.0 allows a pointer to pointers
// as an argument, but NVIDIA's compiler does not.  A pointer to a structure is right everywhere.
typedef struct {
    global node *node;
} answer;

kernel void svm_tree_pointers(global answer *restrict found, global const int *restrict keys,
                              global node *root, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int key = keys[i];
    global node *at = root;
    while (at != 0 && at->value != key)
        at = key < at->value ? at->left : at->right;
    found[i].node = at;
}
#endif
