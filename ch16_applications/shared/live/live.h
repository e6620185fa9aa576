// SPDX-License-Identifier: MIT
//
// live - a picture in a window, frame after frame, and the keys that are pressed.
//
//     live window = live_open(shown, "mandelbrot", &picture);
//     while (live_show(&window, &picture)) {
//         // window.right, window.up and window.nearer say where to go: paint the next picture
//     }
//     live_close(&window);

#ifndef SHARED_LIVE_H
#define SHARED_LIVE_H

#include "ocl.h"

// The row of an option table that takes `shown`, a bool; `keys` says what they do.
#define LIVE_OPTION(shown, keys)                                                                \
    {                                                                                           \
        .usage = "--window: show the picture in a window; " keys "Escape ends", .flag = (shown) \
    }

typedef struct {
    int right, up, nearer;    // arrows, and + or -: 1, 0 or -1, as of now
    void *shown, *draw;
} live;

// A window for pictures of this size.  Without `shown` there is none.  Ends the program with
// OCL_EXIT_SKIP where GLFW or a display is missing.
live live_open(bool shown, const char *title, const ocl_picture *picture);

// Shows the picture, at most as often as the screen does, and looks at the keys.  False when the
// user has pressed Escape or closed the window, and without a window.
bool live_show(live *window, const ocl_picture *picture);

void live_close(live *window);

#endif
