// SPDX-License-Identifier: MIT
//
// Exercise 3 of svm_list: a function that links two nodes.

// The same structure as in svm_list.c.
typedef struct node node;
struct node {
    global node *next, *before;
    uint value;
};

void link(global node *first, global node *second)
{
    second->before = first;
}

// Adds 1 to the node's value, and tells the node behind it who is before it.  The pointers are
// those of the host.
//
//     first  ->  node  ->  node  ->  node  -> NULL      next: written by the host
//     NULL   <-  node  <-  node  <-  node               before: written here
kernel void svm_list(global node *nodes, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    global node *own = &nodes[i];
    own->value += 1;
    //: skeleton
    //: if (own->next != 0) link(own->next, own);    // Here: which one is first?
    //: solution
    if (own->next != 0) link(own, own->next);
    //: end
}
