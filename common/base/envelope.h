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

#ifndef OCL_ENVELOPE_H
#define OCL_ENVELOPE_H

#include "errors.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
    const void *label, *content;
    size_t label_bytes, content_bytes;
} ocl_envelope;

// The 64-bit FNV-1a hash (Fowler, Noll and Vo; RFC 9923) of one piece after another.  The first
// `state` is OCL_HASH_START.  It finds damage; it does not stop an attacker.
#define OCL_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t ocl_hash(uint64_t state, const void *data, size_t bytes);

// The bytes of an envelope of the 8-letter kind, malloc'ed.
unsigned char *ocl_envelope_pack(const char *kind, const ocl_envelope *parts, size_t *bytes);

// Takes the bytes of an envelope apart; `parts` point into them.  False, with the reason, when they
// are of another kind, too short, too long or changed.
bool ocl_envelope_open(const char *kind, const unsigned char *data, size_t bytes,
                       ocl_envelope *parts, ocl_message *why);

#endif
