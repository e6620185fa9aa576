// SPDX-License-Identifier: MIT
//
// ocl.h - all of the helper library; each part's header says what it gives.
//
//     options        the command line             devices         find, choose, open a device
//     errors         OCL_CHECK, exit statuses      programs        .cl file to cl_program, cached
//     launch         legal work sizes              timing          event times, best and median
//     device_limits  measured peak rates           verify          compare with the reference
//     report         table or JSON                 random          seeded input
//     image          pictures in and out           input_image     the picture that the options ask for
//     output_image   the picture of --output       chart           bars and curves
//     timeline       what ran when                 draw            text, lines, boxes
//     output_counts  a histogram written
//     buffer         buffers filled and compared   rect            boxes of bytes: origins and pitches
//     device_image   OpenCL images filled
//     refusal        calls that must fail          cache           blobs by key
//     envelope       a blob under a label          system          clock, paths, files

#ifndef OCL_H
#define OCL_H

#include "buffer.h"
#include "cache.h"
#include "chart.h"
#include "device_image.h"
#include "device_limits.h"
#include "devices.h"
#include "envelope.h"
#include "errors.h"
#include "image.h"
#include "input_image.h"
#include "launch.h"
#include "options.h"
#include "output_counts.h"
#include "output_image.h"
#include "printable.h"
#include "programs.h"
#include "random.h"
#include "rect.h"
#include "refusal.h"
#include "report.h"
#include "system.h"
#include "timeline.h"
#include "timing.h"
#include "verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#endif
