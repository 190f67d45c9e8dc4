#include "report/report.h"

#include "report/pages.h"

#include "base/date.h"

#include <stdlib.h>
#include <string.h>

/* A base name that is safe to write to disk from any reader: no directories, no controls, no leading point. */
static char *safe_name(struct report *r, const char *name)
{
    char *safe = arena_printf(r->a, "%s", say_or(name, "input.json"));
    for (char *p = safe; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7F || strchr("/\\:*?\"<>|", *p))
            *p = '_';
    if (*safe == '.')
        *safe = '_';
    return safe;
}

static bool is_taken(const char *name, const char *const *taken, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(taken[i], name) == 0)
            return true;
    return false;
}

static void attach(struct report *r, const struct report_options *o)
{
    const struct plan *p = r->p;
    const char **taken = arena_array(r->a, p->n_inputs + 1, sizeof *taken);
    size_t n = 0;
    taken[n++] = "plan.json";
    r->attached = doc_attach(r->d, taken[0], "application/json", "The plan that this document shows", "Source",
                             o->plan_json, o->plan_json_size);
    for (size_t i = 0; i < p->n_inputs && r->attached; i++) {
        const struct input *in = &p->inputs[i];
        if (!in->text)
            continue;
        const char *safe = safe_name(r, in->name), *name = safe;
        for (size_t k = i + 1; is_taken(name, taken, n); k++)
            name = arena_printf(r->a, "%zu-%s", k, safe);
        taken[n++] = name;
        doc_attach(r->d, name, "application/json", say(r, "Input: %s", say_or(in->role, "unknown")), "Data", in->text,
                   in->size);
    }
}

static int make(struct report *r, struct strbuf *out, size_t *missing, struct err *e)
{
    page_answer(r);
    page_findings(r);
    page_blind(r);
    int status = page_charts(r, e);
    if (status != 0)
        return status;
    page_measurements(r);
    page_config(r);
    page_figures(r);
    page_sources(r);
    if (missing) {
        const uint32_t *which;
        size_t kinds;
        *missing = pdf_missing(doc_pdf(r->d), &which, &kinds);
    }
    return doc_finish(r->d, out, e);
}

int report_render(const struct plan *p, const struct report_options *o, struct strbuf *out, struct err *e)
{
    const char *model = say_or(p->model_name, "unknown model");
    char stamp[32], day[16];
    date_stamp(stamp, plan_date(p));
    date_day(day, plan_date(p));
    char *title = xasprintf("%s on %s: autoscaling plan", model, say_or(p->instance_type, "unknown type"));
    char *subject = xasprintf("Autoscaling plan for %s, configuration %s, verdict %s", model,
                              say_or(p->slug, "unknown"), say_or(p->verdict_text, "unknown"));
    char *tool = xasprintf("headroom %s", HEADROOM_VERSION);
    char *foot = xasprintf("%s  \xC2\xB7  %s  \xC2\xB7  verdict: %s", tool, day, say_or(p->verdict_text, "unknown"));
    /* The paper belongs to the identifier: two sizes are two files. */
    char *id = xasprintf("%s\n%d\n%s", tool, (int)o->paper, o->plan_json);
    struct doc_options options = {.paper = o->paper,
                                  .info = {.title = title,
                                           .subject = subject,
                                           .author = tool,
                                           .creator = tool,
                                           .lang = "en",
                                           .id = id,
                                           .date = plan_date(p)},
                                  .head_left = model,
                                  .head_right = say_or(p->slug, "unknown"),
                                  .foot_left = foot};
    struct report r = {.p = p};
    int status = doc_open(&options, &r.d, e);
    if (status == 0) {
        r.a = doc_arena(r.d);
        attach(&r, o);
        status = make(&r, out, o->missing, e);
    }
    doc_close(r.d);
    free(title);
    free(subject);
    free(tool);
    free(foot);
    free(id);
    return status;
}
