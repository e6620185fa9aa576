// SPDX-License-Identifier: MIT

#include "window.h"

#include "pinned.h"

bool window_is_possible(MPI_Comm comm)
{
    int all, near;
    MPI_Comm machine;
    CLUSTER_CHECK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine));
    CLUSTER_CHECK(MPI_Comm_size(comm, &all));
    CLUSTER_CHECK(MPI_Comm_size(machine, &near));
    CLUSTER_CHECK(MPI_Comm_free(&machine));
    return near == all && all > 1;
}

window window_open(MPI_Comm comm, size_t bytes)
{
    window w;
    void *part;
    const MPI_Aint room = (MPI_Aint)(ocl_round_up(bytes, PINNED_PAGE) + PINNED_PAGE);
    CLUSTER_CHECK(MPI_Win_allocate_shared(room, 1, MPI_INFO_NULL, comm, &part, &w.win));
    CLUSTER_CHECK(MPI_Win_fence(0, w.win));
    return w;
}

void window_close(window *w)
{
    CLUSTER_CHECK(MPI_Win_fence(0, w->win));
    CLUSTER_CHECK(MPI_Win_free(&w->win));
}

// MPI may begin a part anywhere.  Systems map whole pages, so the next page begins at the same
// place of the part for all ranks.
void *window_part(const window *w, int rank)
{
    MPI_Aint bytes;
    int unit;
    char *part;
    CLUSTER_CHECK(MPI_Win_shared_query(w->win, rank, &bytes, &unit, &part));
    return part + (PINNED_PAGE - (uintptr_t)part % PINNED_PAGE) % PINNED_PAGE;
}

void window_show(const window *w)
{
    CLUSTER_CHECK(MPI_Win_fence(0, w->win));
}
