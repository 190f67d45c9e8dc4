/* What stands around the plot areas: title, subtitle, notes, and the sentence of an empty chart. */
#include "chart/plot.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define LINE_GAP 1.25 /* line height in sizes */

enum { NOTE_LINES = 6 }; /* more would leave the plot no room */

static const struct text_style title_style = {SIZE_TITLE, true, ROLE_TEXT, ANCHOR_START};
static const struct text_style note_style = {SIZE_LABEL, false, ROLE_MUTED, ANCHOR_START};

/* Paints TEXT broken to the scene's width; Y is the top. Returns the bottom. */
static double put_lines(struct scene *s, double x, double y, struct text_style style, const char *text, double width,
                        size_t max_lines)
{
    char *clean = text_clean(text);
    char *lines = font_wrap(s->font, style.bold, style.size, clean, width, max_lines);
    free(clean);
    for (char *line = lines; line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        scene_text(s, x, y + style.size, style, line);
        y += style.size * LINE_GAP;
        line = end ? end + 1 : NULL;
    }
    free(lines);
    return y;
}

double chart_head(struct scene *s, const char *subtitle)
{
    scene_rect(s, 0.0, 0.0, s->width, s->height, (struct fill){ROLE_PAPER, 1.0, HATCH_NONE}, (struct stroke){0});
    double y = put_lines(s, 0.0, 1.0, title_style, s->title, s->width, 3);
    if (subtitle && *subtitle)
        y = put_lines(s, 0.0, y + 1.0, note_style, subtitle, s->width, 1);
    return y + 5.0;
}

char *chart_subtitle(const struct font *f, const char *model, const char *instance_type, const char *slug)
{
    struct strbuf sb = {0};
    char *clean = text_clean(model ? model : "unnamed model");
    char *short_model = font_fit(f, false, SIZE_LABEL, clean, 230.0);
    sb_add(&sb, short_model);
    if (instance_type && *instance_type)
        sb_addf(&sb, " on %s", instance_type);
    if (slug && *slug)
        sb_addf(&sb, ", configuration %s", slug);
    free(clean);
    free(short_model);
    return sb_detach(&sb);
}

void chart_says(struct scene *s, double top, double bottom, const char *sentence)
{
    struct stroke frame = {ROLE_RULE, 0.6, DASH_SOLID};
    scene_rect(s, 0.5, top, s->width - 1.0, bottom - top, (struct fill){0}, frame);
    struct text_style style = {9.0, false, ROLE_TEXT, ANCHOR_START};
    char *lines = font_wrap(s->font, false, style.size, sentence, s->width - 80.0, 0);
    double height = style.size * LINE_GAP;
    for (const char *p = lines; *p; p++)
        height += *p == '\n' ? style.size * LINE_GAP : 0.0;
    free(lines);
    put_lines(s, 40.0, (top + bottom - height) / 2.0, style, sentence, s->width - 80.0, 0);
}

double chart_note_height(const struct scene *s, const char *text)
{
    char *clean = text_clean(text);
    char *lines = font_wrap(s->font, false, SIZE_LABEL, clean, s->width, NOTE_LINES);
    double n = 1.0;
    for (const char *p = lines; *p; p++)
        n += *p == '\n';
    free(clean);
    free(lines);
    return n * SIZE_LABEL * LINE_GAP;
}

void chart_note(struct scene *s, double top, const char *text)
{
    put_lines(s, 0.0, top, note_style, text, s->width, NOTE_LINES);
}
