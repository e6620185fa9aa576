// SPDX-License-Identifier: MIT
//
// ocl.h - all of the helper library; each part's header says what it gives.
//
//     base/     errors            OCL_CHECK, exit statuses     blob            bytes of any kind
//               number            numbers of the options       text            texts of others
//               random            seeded input                 cache           blobs by key
//               envelope          a blob under a label         growing         text that grows
//               similar           names that may be meant
//     system/   clock             the time that goes by        memory          of the host
//               threads           threads and locks            progress        what it is doing
//               paths, installed  where files are              read_file, write_file
//     picture/  picture           pixels in host memory        picture_file    read and write
//               pattern           pictures that are made       chart           bars and curves
//               timeline          what ran when
//     device/   list, choice      find and choose a device     attributes      what it is
//               launch            legal work sizes             timing          times of events
//               program_info      logs and binaries            answers         the same in all runs
//               named_versions    its languages, its features
//     sample/   options           the command line             open            device and queue
//               source, programs  .cl file to cl_program       device_limits   measured rates
//               room              does it fit                  verify          compare
//               report            the result, or as JSON       table           facts besides it
//               buffer            buffers filled, compared     refusal         calls that must fail
//               device_image      OpenCL images filled         rect            boxes of bytes
//               input_picture     the picture of the options   output_picture  of --output
//               output_chart      bars, curves, timelines      output_counts   a histogram written
//               pace              what is too slow             rate            is it possible
//               trial             a timed run is one loop      speed_up        Amdahl, Gustafson

#ifndef OCL_H
#define OCL_H

#include "answers.h"
#include "attributes.h"
#include "blob.h"
#include "buffer.h"
#include "cache.h"
#include "chart.h"
#include "choice.h"
#include "device_image.h"
#include "device_limits.h"
#include "envelope.h"
#include "errors.h"
#include "growing.h"
#include "input_picture.h"
#include "launch.h"
#include "list.h"
#include "named_versions.h"
#include "number.h"
#include "open.h"
#include "options.h"
#include "output_chart.h"
#include "output_counts.h"
#include "output_picture.h"
#include "pace.h"
#include "pattern.h"
#include "picture_file.h"
#include "program_info.h"
#include "programs.h"
#include "random.h"
#include "rate.h"
#include "rect.h"
#include "refusal.h"
#include "report.h"
#include "room.h"
#include "source.h"
#include "speed_up.h"
#include "system/clock.h"
#include "system/installed.h"
#include "system/memory.h"
#include "system/paths.h"
#include "system/progress.h"
#include "system/read_file.h"
#include "system/threads.h"
#include "system/write_file.h"
#include "table.h"
#include "text.h"
#include "timeline.h"
#include "timing.h"
#include "trial.h"
#include "verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#endif
