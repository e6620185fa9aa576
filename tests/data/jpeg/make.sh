#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# tests/data/jpeg/make.sh    makes the files of this folder again, from two photographs of data/
#
# Encoders: cjpeg of libjpeg-turbo-progs, convert of ImageMagick, and a C compiler with libjpeg's header for the one
# kind that neither of them writes (CMYK; convert writes YCCK).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
data=../../../data
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

crop() { # WIDTHxHEIGHT of a detailed part of the photograph
    convert $data/astronaut.bmp -crop "$1+170+60" +repage "$scratch/$1.ppm"
}
for size in 1x1 7x9 17x33 40x24 61x47; do crop $size; done
odd=$scratch/17x33.ppm wide=$scratch/61x47.ppm

# Sampling factors.
for s in 1x1 2x1 2x2 4x1 1x2 1x4 4x2 3x1 2x4; do
    cjpeg -quality 85 -sample $s -outfile ycc_$s.jpg "$wide"
done
cjpeg -quality 85 -sample 2x2,2x1,1x2 -outfile ycc_mixed.jpg "$wide"
cjpeg -quality 90 -sample 2x2 -outfile size_1x1.jpg "$scratch/1x1.ppm"
cjpeg -quality 90 -sample 2x2 -outfile size_7x9.jpg "$scratch/7x9.ppm"
cjpeg -quality 90 -sample 2x1 -outfile size_17x33.jpg "$odd"

# Colour models.
cjpeg -quality 85 -grayscale -outfile grey.jpg "$wide"
cjpeg -quality 85 -grayscale -sample 2x2 -outfile grey_2x2.jpg "$wide"
cjpeg -quality 85 -rgb -sample 1x1 -outfile rgb.jpg "$wide"
convert "$odd" -colorspace CMYK -quality 85 -sampling-factor 1x1 ycck.jpg
cat > "$scratch/cmyk.c" << 'END'
#include <stdio.h>
#include <jpeglib.h>
int main(int argc, char **argv)
{
    struct jpeg_compress_struct c;
    struct jpeg_error_mgr error;
    FILE *file = fopen(argv[argc - 1], "wb");
    c.err = jpeg_std_error(&error);
    jpeg_create_compress(&c);
    jpeg_stdio_dest(&c, file);
    c.image_width = 33;
    c.image_height = 21;
    c.input_components = 4;
    c.in_color_space = JCS_CMYK;
    jpeg_set_defaults(&c);
    jpeg_set_quality(&c, 90, TRUE);
    jpeg_start_compress(&c, TRUE);
    for (int y = 0; y < 21; y++) {
        JSAMPLE row[33 * 4], *rows[] = { row };
        for (int i = 0; i < 33 * 4; i++)
            row[i] = (JSAMPLE)(i % 4 == 3 ? 255 - 4 * y : 40 * (i % 4) + i + 5 * y);
        jpeg_write_scanlines(&c, rows, 1);
    }
    jpeg_finish_compress(&c);
    return fclose(file);
}
END
cc -o "$scratch/cmyk" "$scratch/cmyk.c" -ljpeg
"$scratch/cmyk" cmyk.jpg

# Scans, restart intervals, tables.
printf '0;\n1;\n2;\n' > "$scratch/single"
printf '0;\n1 2;\n' > "$scratch/pair"
cjpeg -quality 85 -sample 2x2 -scans "$scratch/single" -outfile scans_single.jpg "$odd"
cjpeg -quality 85 -sample 2x2 -restart 3B -scans "$scratch/pair" -outfile scans_pair.jpg "$wide"
cjpeg -quality 85 -sample 2x2 -restart 1 -outfile restart_row.jpg "$wide"
cjpeg -quality 85 -sample 2x1 -restart 1B -outfile restart_1.jpg "$wide"
cjpeg -quality 85 -grayscale -restart 5B -outfile restart_grey.jpg "$wide"
cjpeg -quality 85 -sample 2x2 -optimize -outfile optimised.jpg "$wide"
cjpeg -quality 1 -sample 1x1 -outfile tables_16bit.jpg "$wide"
cjpeg -quality 100 -sample 1x1 -outfile quality_100.jpg "$odd"

# One colour, whose codes have one bit each.
{ printf 'P5 40 24 255\n'; head -c 960 /dev/zero | tr '\0' Z; } > "$scratch/flat.pgm"
cjpeg -quality 85 -optimize -outfile flat.jpg "$scratch/flat.pgm"

# Application data: an EXIF segment with a JPEG thumbnail in it, a comment, an ICC profile's place.
cjpeg -quality 60 -outfile "$scratch/thumbnail.jpg" "$scratch/7x9.ppm"
cjpeg -quality 85 -sample 2x2 -outfile "$scratch/plain.jpg" "$wide"
python3 - "$scratch/plain.jpg" "$scratch/thumbnail.jpg" exif.jpg dnl.jpg fill.jpg << 'END'
import struct
import sys

plain, thumbnail = (open(name, "rb").read() for name in sys.argv[1:3])


def marker(code, data):
    return bytes([0xff, code]) + struct.pack(">H", len(data) + 2) + data


# A TIFF header with two directories; the second one, of the thumbnail, gives its place and length.
offset = 8 + 2 + 4 + 2 + 2 * 12 + 4
tiff = b"II*\0" + struct.pack("<I", 8) + struct.pack("<HI", 0, 14) + struct.pack("<H", 2)
tiff += struct.pack("<HHII", 0x201, 4, 1, offset) + struct.pack("<HHII", 0x202, 4, 1, len(thumbnail))
tiff += struct.pack("<I", 0) + thumbnail
open(sys.argv[3], "wb").write(plain[:2] + marker(0xe1, b"Exif\0\0" + tiff) + marker(0xfe, b"a comment \xff\xd9")
                              + marker(0xe2, b"ICC_PROFILE\0\1\1") + plain[2:])

# The height is 0 in the frame, and follows the scan.
frame = plain.index(b"\xff\xc0")
height = plain[frame + 5:frame + 7]
open(sys.argv[4], "wb").write(plain[:frame + 5] + b"\0\0" + plain[frame + 7:-2] + marker(0xdc, height) + plain[-2:])

# Fill bytes before every marker of the header and before the last one.
scan = plain.index(b"\xff\xda")
filled, at = plain[:2], 2
while at < scan:
    end = at + 2 + struct.unpack(">H", plain[at + 2:at + 4])[0]
    filled += b"\xff\xff\xff" + plain[at:end]
    at = end
open(sys.argv[5], "wb").write(filled + b"\xff" + plain[scan:-2] + b"\xff\xff" + plain[-2:])
END

# Without its Huffman tables, which are those of the standard: a frame of a camera.
python3 - << 'END'
whole = open("ycc_2x2.jpg", "rb").read()
while b"\xff\xc4" in whole:
    at = whole.index(b"\xff\xc4")
    whole = whole[:at] + whole[at + 2 + int.from_bytes(whole[at + 2:at + 4], "big"):]
open("no_tables.jpg", "wb").write(whole)
END

# Refused: progressive, arithmetic; and files whose frame says that they are lossless or have 12 bits.
small=$scratch/40x24.ppm
cjpeg -quality 60 -progressive -outfile refused_progressive.jpg "$small"
cjpeg -quality 60 -arithmetic -outfile refused_arithmetic.jpg "$small"
cjpeg -quality 60 -outfile "$scratch/small.jpg" "$small"
python3 - "$scratch/small.jpg" << 'END'
import sys

small = open(sys.argv[1], "rb").read()
at = small.index(b"\xff\xc0")
open("refused_lossless.jpg", "wb").write(small[:at] + b"\xff\xc3" + small[at + 2:])
open("refused_hierarchical.jpg", "wb").write(small[:at] + b"\xff\xc5" + small[at + 2:])
open("refused_12bit.jpg", "wb").write(small[:at] + b"\xff\xc1\0\x11\x0c" + small[at + 5:])
END

# Damaged: cut off; without an interval; with a byte of data that was changed.
python3 - << 'END'
whole, intervals = open("ycc_2x2.jpg", "rb").read(), open("restart_1.jpg", "rb").read()
open("damaged_cut.jpg", "wb").write(whole[:-400])
begin, end = intervals.index(b"\xff\xd5"), intervals.index(b"\xff\xd6")
open("damaged_interval.jpg", "wb").write(intervals[:begin] + intervals[end:])
open("damaged_byte.jpg", "wb").write(whole[:-500] + bytes([whole[-500] ^ 0x5a]) + whole[-499:])
END

# Written bit by bit.
python3 ../../tools/jpeg_files.py .
