// SPDX-License-Identifier: MIT
//
// Reads the pictures that the arguments name, for pictures.py.  Prints "WIDTH HEIGHT" in a line for
// each, and then the R, G, B, A bytes; or "refused REASON".

#include "picture_file.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        ocl_picture picture;
        ocl_message why;
        if (!ocl_picture_read(&picture, argv[i], &why)) {
            printf("refused %s\n", why.text);
            continue;
        }
        printf("%u %u\n", picture.width, picture.height);
        fwrite(picture.rgba, 4, (size_t)picture.width * picture.height, stdout);
        ocl_picture_free(&picture);
    }
    return fflush(stdout) != 0;
}
