// SPDX-License-Identifier: MIT
//
// progress - what a program is doing while nothing else is to be seen, on a terminal.

#ifndef OCL_SYSTEM_PROGRESS_H
#define OCL_SYSTEM_PROGRESS_H

// Prints the sentence on standard error when that is a terminal: what a program does while nothing
// else is to be seen.
void ocl_say(const char *sentence);

// Starts to watch for silence, when standard error is a terminal: each time that nothing has been
// printed for two seconds, a line there says what the program is doing.
void ocl_watch_silence(void);

// What the program does from now on, such as "building the kernels".  The text must stay.
void ocl_doing(const char *what);

// Something was printed: the two seconds begin again.
void ocl_printed(void);

#endif
