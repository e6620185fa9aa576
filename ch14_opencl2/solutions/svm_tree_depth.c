// SPDX-License-Identifier: MIT
//
// svm_tree_depth - exercise 6 of svm_tree: the longest way down.
//
//     cmake --build build --target exercise_svm_tree_depth
//     build/exercises/svm_tree_depth

#include "ocl.h"

typedef struct node node;
struct node {
    const node *left, *right;
};

static int depth(const node *at)
{
    if (at == NULL) return 0;
    //: skeleton
    //: return 1 + depth(at->left);    // Exercise 6 of svm_tree: and the right side?
    //: solution
    const int left = depth(at->left), right = depth(at->right);
    return 1 + (left > right ? left : right);
    //: end
}

static const node LEAF = { NULL, NULL }, RIGHT = { NULL, &LEAF }, ROOT = { &LEAF, &RIGHT };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "svm_tree_depth",
                              .summary = "The longest way down.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "no tree", ocl_verify_equal("no tree", depth(NULL), 0));
    ocl_report_result(report, "a leaf", ocl_verify_equal("a leaf", depth(&LEAF), 1));
    ocl_report_result(report, "a list of two", ocl_verify_equal("a list of two", depth(&RIGHT), 2));
    ocl_report_result(report, "the tree", ocl_verify_equal("the tree", depth(&ROOT), 3));
    return ocl_report_close(report);
}
