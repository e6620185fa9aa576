// SPDX-License-Identifier: MIT
//
// hash_table_gone - exercise 4 of hash_table: keys leave the table.
//
//     cmake --build build --target exercise_hash_table_gone
//     build/exercises/hash_table_gone

#include "ocl.h"

enum { SLOTS = 8, EMPTY = 0, GONE = 1 };    // keys are 2 or more

// The sample has a better hash.  With this one it is easy to see which keys meet.
static uint32_t hash(uint32_t key)
{
    return key % SLOTS;
}

static void insert(uint32_t *table, uint32_t key)
{
    uint32_t slot = hash(key);
    while (table[slot] != EMPTY && table[slot] != GONE)
        slot = (slot + 1) % SLOTS;
    table[slot] = key;
}

// The slot of the key; SLOTS if it is not there.
static uint32_t find(const uint32_t *table, uint32_t key)
{
    for (uint32_t probe = 0; probe < SLOTS; probe++) {
        const uint32_t slot = (hash(key) + probe) % SLOTS;
        if (table[slot] == key) return slot;
        if (table[slot] == EMPTY) break;
    }
    return SLOTS;
}

static void take_out(uint32_t *table, uint32_t key)
{
    const uint32_t slot = find(table, key);
    //: skeleton
    //: // Exercise 4 of hash_table: now 26 is lost.
    //: if (slot < SLOTS) table[slot] = EMPTY;
    //: solution
    if (slot < SLOTS) table[slot] = GONE;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "hash_table_gone",
                              .summary = "Keys leave a hash table.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    // 10, 18 and 26 all begin at slot 2.
    uint32_t table[SLOTS] = { EMPTY };
    insert(table, 10);
    insert(table, 18);
    insert(table, 26);
    take_out(table, 18);
    const uint32_t found_26 = find(table, 26), found_18 = find(table, 18);
    insert(table, 34);    // begins at slot 2, too

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "26", ocl_verify_equal("slot of 26", found_26, 4));
    ocl_report_result(report, "18", ocl_verify_equal("slot of 18", found_18, SLOTS));
    ocl_report_result(report, "34", ocl_verify_equal("slot of 34", find(table, 34), 3));
    return ocl_report_close(report);
}
