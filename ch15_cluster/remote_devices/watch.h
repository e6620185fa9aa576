// SPDX-License-Identifier: MIT
//
// watch - a thread that looks whether devices are still there.
//
// A call of OpenCL that waits for a machine that is gone may wait for ever.  The thread ends the
// program with OCL_EXIT_CALL when a device is lost, or when the program waits for one answer for
// too long.  If a call fails because a device is lost, the complaint names the device.

#ifndef REMOTE_DEVICES_WATCH_H
#define REMOTE_DEVICES_WATCH_H

// Starts the thread; once.  It calls lost(data) twenty times per second: the name of a device that
// is lost, or NULL.
void watch_start(double deadline_s, const char *(*lost)(void *data), void *data);

// The time begins anew: from now on the program waits for this device.  NULL: for none.  The text
// is copied.
void watch_for(const char *who);

#endif
