// SPDX-License-Identifier: MIT
//
// binary_file - a program binary in a file that says for which device and driver it was made.
//
// A driver may not notice that a binary is damaged or that it was made for another driver.  Some
// drivers crash.  So the file is an envelope.  Its label is the device's
// ocl_compiler_id.  Its content is 8 bytes, which say what was compiled, and then the binary.

#ifndef BINARY_FILE_H
#define BINARY_FILE_H

#include "ocl.h"

// A blob under a label, so that its reader can tell whether it is whole and meant for it:
//
//     8 bytes    what kind of envelope this is, in ASCII
//     8 bytes    of the label
//     8 bytes    of the content
//     8 bytes    ocl_hash of label and content
//     ...        the label, then the content, up to the end
//
// Numbers have their least significant byte first.
typedef struct {
    const void *label, *content;
    size_t label_bytes, content_bytes;
} envelope;

// The bytes of an envelope of the 8-letter kind, malloc'ed.
unsigned char *envelope_pack(const char *kind, const envelope *parts, size_t *bytes);

// Takes the bytes of an envelope apart; `parts` point into them.  False, with the reason, when they
// are of another kind, too short, too long or changed.
bool envelope_open(const char *kind, const unsigned char *data, size_t bytes, envelope *parts,
                   ocl_message *why);

typedef struct {
    unsigned char *data;    // malloc'ed
    size_t bytes;
    uint64_t made_from;    // binary_made_from of what was compiled
} binary_blob;

// A number for a source and the options that it is compiled with: others give another number.
uint64_t binary_made_from(const char *source, const char *options);

// Writes the binary of this device to such a file, whose name ends in .clbin.  False, and the
// reason, when that fails, and when another file has that name.
bool binary_file_write(const char *path, cl_device_id device, const binary_blob *blob,
                       ocl_message *why);

// The binary in such a file.  False, and the reason, which names the file: it is no such file, it
// is cut off or damaged, or it was made for something other than this device.
bool binary_file_read(const char *path, cl_device_id device, binary_blob *blob, ocl_message *why);

// For what a call answered to a binary.  Exits when the driver refused it: with OCL_EXIT_USAGE when
// the binary came from the file `path`, which is then to blame; with OCL_EXIT_CALL when the program
// made it (path is NULL).
void binary_require(cl_int status, const char *call, const char *path);

#endif
