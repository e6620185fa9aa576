// SPDX-License-Identifier: MIT
//
// Exercise 2 of svm_list: the work-item of a node writes only to its own node.

typedef struct node node;
struct node {
    global node *next, *before;
    uint value;
};

// The work-item of a node finds the node before it, and writes only to its own node.
kernel void svm_list(global node *nodes, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    global node *own = &nodes[i];
    own->value += 1;
    //: skeleton
    //: // Here: look for the node whose next is own.
    //: solution
    for (ulong k = 0; k < n; k++)
        if (nodes[k].next == own) own->before = &nodes[k];
    //: end
}
