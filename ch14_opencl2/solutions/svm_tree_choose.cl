// SPDX-License-Identifier: MIT
//
// Exercise 5 of svm_tree: left or right without a branch.

typedef struct {
    int value;
    uint below[2];    // left, right
} index_node;

kernel void svm_tree_indices(global uint *restrict found, global const int *restrict keys,
                             global const index_node *restrict nodes, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int key = keys[i];
    uint place = 0;
    while (place != NONE && nodes[place].value != key)
        //: skeleton
        //: place = nodes[place].below[key < nodes[place].value];    // Exercise 5 of svm_tree: 0 or 1?
        //: solution
        place = nodes[place].below[key > nodes[place].value];
    //: end
    found[i] = place;
}
