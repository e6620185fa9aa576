// SPDX-License-Identifier: MIT
//
// ocl.h - all of the helper library; each part's header says what it gives.
//
//     base/     errors            OCL_CHECK, exit statuses     blob            bytes of any kind
//               number            numbers of the options       text            texts of others
//               random            seeded input                 cache           blobs by key
//               envelope          a blob under a label         growing         text that grows
//               similar           names that may be meant   csv             tables of others
//               utf8              letters of others
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

#include "base/blob.h"
#include "base/cache.h"
#include "base/csv.h"
#include "base/envelope.h"
#include "base/errors.h"
#include "base/growing.h"
#include "base/number.h"
#include "base/random.h"
#include "base/system/clock.h"
#include "base/system/installed.h"
#include "base/system/memory.h"
#include "base/system/paths.h"
#include "base/system/progress.h"
#include "base/system/read_file.h"
#include "base/system/threads.h"
#include "base/system/write_file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "device/answers.h"
#include "device/attributes.h"
#include "device/choice.h"
#include "device/launch.h"
#include "device/list.h"
#include "device/named_versions.h"
#include "device/program_info.h"
#include "device/timing.h"
#include "picture/chart.h"
#include "picture/pattern.h"
#include "picture/picture_file.h"
#include "picture/timeline.h"
#include "sample/buffer.h"
#include "sample/device_image.h"
#include "sample/device_limits.h"
#include "sample/input_picture.h"
#include "sample/open.h"
#include "sample/options.h"
#include "sample/output_chart.h"
#include "sample/output_counts.h"
#include "sample/output_picture.h"
#include "sample/pace.h"
#include "sample/programs.h"
#include "sample/rate.h"
#include "sample/rect.h"
#include "sample/refusal.h"
#include "sample/report.h"
#include "sample/room.h"
#include "sample/source.h"
#include "sample/speed_up.h"
#include "sample/table.h"
#include "sample/trial.h"
#include "sample/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#endif
