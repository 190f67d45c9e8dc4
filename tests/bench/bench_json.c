/* The JSON reader alone over the lines of a file: what batch over documents in its lines is measured against.
 * usage: bench_json FILE. Prints seconds and lines; decides nothing. */
#include "base/limits.h"
#include "json/json.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    static char line[1 << 20];
    FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
    long lines = 0;
    if (!f)
        return 2;
    double start = now_s();
    while (fgets(line, sizeof line, f)) {
        struct json_doc *doc = NULL;
        struct err e = ERR_INIT;
        if (json_parse("line", line, strlen(line), &json_limits_artifact, &doc, &e) != 0)
            return 3;
        json_free(doc);
        lines++;
    }
    printf("%.6f %ld\n", now_s() - start, lines);
    fclose(f);
    return 0;
}
