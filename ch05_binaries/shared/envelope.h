// SPDX-License-Identifier: MIT
//
// envelope - a blob under a label, so that its reader can tell whether it is whole and meant for
// it.
//
//     8 bytes    what kind of envelope this is, in ASCII
//     8 bytes    of the label
//     8 bytes    of the content
//     8 bytes    ocl_hash of label and content
//     ...        the label, then the content, up to the end
//
// Numbers have their least significant byte first.

#ifndef ENVELOPE_H
#define ENVELOPE_H

#include "ocl.h"

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

#endif
