/* Draws sample charts for the tests and for the eye: gallery SAMPLE DIR svg|png|txt. Prints how
 * many characters had no glyph. SAMPLE "-" lists the samples. */
#include "chart/charts.h"
#include "chart/generic_sample.h"
#include "chart/paint.h"
#include "chart/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int write_text(const struct scene *s, const char *dir)
{
    char path[4096];
    struct strbuf sb = {0};
    snprintf(path, sizeof path, "%s/%s.txt", dir, s->name);
    FILE *f = fopen(path, "w");
    if (!f)
        return 1;
    scene_dump(s, &sb);
    bool bad = fputs(sb_str(&sb), f) < 0;
    bad = fclose(f) != 0 || bad;
    sb_free(&sb);
    return bad;
}

static int write_one(struct scene *s, const char *dir, const char *type, const char *evidence, struct outset *set,
                     size_t *missing, struct err *e)
{
    scene_evidence(s, evidence);
    *missing += s->missing;
    int code = strcmp(type, "txt") == 0 ? write_text(s, dir) : scene_write(s, dir, type, 1.0, set, e);
    scene_free(s);
    return code;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "-") == 0) {
        for (size_t i = 0; i < n_samples; i++)
            puts(samples[i].name);
        puts("generic");
        return 0;
    }
    const struct sample *sample = argc == 4 ? sample_find(argv[1]) : NULL;
    bool generic = argc == 4 && strcmp(argv[1], "generic") == 0;
    if (!sample && !generic)
        return 2;
    struct err e = ERR_INIT;
    struct font *font = NULL;
    struct outset *set = outset_new();
    mkdir(argv[2], 0777);
    size_t missing = 0;
    int code = font_open(&font, &e);
    if (!code && generic)
        for (size_t i = 0; i < n_generic_samples && !code; i++)
            code = write_one(generic_sample(i, font), argv[2], argv[3], "", set, &missing, &e);
    if (!code && sample) {
        struct plan *p = sample_plan(sample);
        char *evidence = charts_evidence(p);
        for (size_t i = 0; i < n_charts && !code; i++)
            code = write_one(charts[i].build(p, font), argv[2], argv[3], evidence, set, &missing, &e);
        free(evidence);
        plan_free(p);
    }
    if (!code)
        code = outset_commit(set, &e);
    outset_free(set);
    font_close(font);
    if (code)
        fprintf(stderr, "gallery: %s\n", e.text);
    else
        printf("missing %zu\n", missing);
    return code;
}
