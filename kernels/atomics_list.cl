// SPDX-License-Identifier: MIT
//
// Linked lists that many work-items make at the same time, without a lock.
//
// Work-item i makes node i, and puts it before the others.  next[i] is the node behind it, END for
// the last one.  *head is the first node.  The host sets *head to END before.
//
// END     no node
// EMPTY   what the host fills value[] and next[] with before a launch: no value, and no node
// LISTS   how many lists atomics_list_sort makes

#if !defined(END) || !defined(EMPTY) || !defined(LISTS)
#error "the host sets -DEND=, -DEMPTY= and -DLISTS="
#endif

// One atomic per node.  Between the exchange and the store the list is cut in two: nobody may walk
// along it before the launch has ended.
kernel void atomics_list_exchange(global uint *restrict next, global uint *head, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) next[i] = atomic_xchg(head, (uint)i);
}

// The node knows what is behind it before it becomes the first one.  If another work-item was
// faster, the head is no longer what was expected.  Then this one tries again behind the new head.
kernel void atomics_list_compare(global uint *restrict next, global uint *head, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint found = atomic_add(head, 0);
    uint expected;
    do {
        expected = found;
        next[i] = expected;
        found = atomic_cmpxchg(head, expected, (uint)i);
    } while (found != expected);
}

// Two launches.  The first one puts node i into the list x[i] % LISTS.
kernel void atomics_list_sort(global uint *restrict next, global uint *heads,
                              global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) next[i] = atomic_xchg(&heads[x[i] % LISTS], (uint)i);
}

// The second one walks along the lists, one list per work-item.  The launch before has ended, so
// all that it stored is here, and plain reads are right.  A list has at most n nodes: the loop ends
// even if something went wrong.
kernel void atomics_list_walk(global uint *restrict sums, global const uint *restrict next,
                              global const uint *restrict heads, global const uint *restrict x,
                              ulong n)
{
    size_t list = get_global_id(0);
    if (list >= LISTS) return;
    uint sum = 0, count = 0;
    for (uint node = heads[list]; node < n && count < n; node = next[node]) {
        sum += x[node];
        count++;
    }
    sums[2 * list] = count;
    sums[2 * list + 1] = sum;
}

// One launch: the work-item that is counted last walks along the list.  Nothing orders plain stores
// for it.  An atomic is done when its result is here.  So values and links are handed over by
// atomics, their results are used, and only then the work-item is counted.  The last one reads by
// atomics, too.
//
// sums[0] is the number of nodes, sums[1] the sum of their values.
kernel void atomics_list_one_launch(global uint *restrict sums, global uint *value,
                                    global uint *next, global uint *head, global uint *counted,
                                    global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint before = atomic_xchg(&value[i], x[i]);
    uint linked = atomic_xchg(&next[i], atomic_xchg(head, (uint)i));

    // It is 1, but nobody can know this before both results are here.
    uint done = before == EMPTY && linked == EMPTY ? 1 : 0;
    if (atomic_add(counted, done) + 1 < n) return;

    uint sum = 0, count = 0;
    for (uint node = atomic_add(head, 0); node < n && count < n;
         node = atomic_add(&next[node], 0)) {
        sum += atomic_add(&value[node], 0);
        count++;
    }
    sums[0] = count;
    sums[1] = sum;
}
