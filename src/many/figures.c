#include "many/figures.h"

#include "base/csv.h"
#include "plan/catalogue.h"

#include <stddef.h>

enum figure_type { FIG_NUMBER, FIG_INT, FIG_TEXT, FIG_VERDICTS };

struct figure_field {
    const char *name;
    enum figure_type type;
    size_t offset; /* in struct plan; FIG_VERDICTS: the findings */
};

#define F(name, type, member) \
    { \
        name, type, offsetof(struct plan, member) \
    }

static const struct figure_field figure_fields[] = {
    F("c_scale_max", FIG_NUMBER, c_scale_max),
    F("c_scale_min", FIG_NUMBER, c_scale_min),
    F("min_safe_instances", FIG_INT, min_safe_instances),
    F("w_max_s", FIG_NUMBER, w_max_s),
    F("c_scale_max_in_cw_units", FIG_NUMBER, c_scale_max_cw),
    F("cw_units_ratio", FIG_NUMBER, cw_ratio),
    F("min_instances", FIG_INT, min_instances),
    F("max_instances", FIG_INT, max_instances),
    F("peak_instances", FIG_INT, peak_instances),
    F("trough_instances", FIG_INT, trough_instances),
    F("queue_max_depth", FIG_INT, queue_max_depth),
    F("t_total_s", FIG_NUMBER, measured.t_total_s),
    F("scale_out_cooldown_s", FIG_INT, scale_out_cooldown_s),
    F("scale_in_cooldown_s", FIG_INT, scale_in_cooldown_s),
    F("utilization_at_c_scale_max", FIG_NUMBER, utilization),
    F("shed_probability_at_c_scale_max", FIG_NUMBER, shed_probability),
    F("shed_probability_exact", FIG_NUMBER, audit.surge_exact),
    F("peak_cost_per_hour", FIG_NUMBER, peak_cost_per_hour),
    F("peak_cost_per_m_chars", FIG_NUMBER, peak_cost_per_m_chars),
    F("chars_per_request", FIG_NUMBER, measured.chars_per_request),
    F("verdict", FIG_TEXT, verdict_text),
    F("verdicts", FIG_VERDICTS, findings),
    F("saturated_rps", FIG_NUMBER, audit.mu_sat),
    F("flow_floor_instances", FIG_INT, audit.keep_up_peak),
};
static const struct figure_field *const figures_end = figure_fields + sizeof figure_fields / sizeof *figure_fields;

static double number_at(const struct plan *p, const struct figure_field *f)
{
    return *(const double *)(const void *)((const char *)p + f->offset);
}

static int64_t int_at(const struct plan *p, const struct figure_field *f)
{
    return *(const int64_t *)(const void *)((const char *)p + f->offset);
}

static const char *text_at(const struct plan *p, const struct figure_field *f)
{
    return *(const char *const *)(const void *)((const char *)p + f->offset);
}

static void verdicts(struct jsonw *w, const struct plan *p)
{
    jw_object(w);
    for (size_t i = 0; i < p->n_findings; i++)
        jw_kstring(w, p->findings[i].name, verdict_published(p->findings[i].verdict));
    jw_end(w);
}

void figures_json(struct jsonw *w, const struct plan *p)
{
    for (const struct figure_field *f = figure_fields; f < figures_end; f++) {
        jw_key(w, f->name);
        switch (f->type) {
        case FIG_NUMBER: jw_double(w, number_at(p, f)); break;
        case FIG_INT: jw_int(w, int_at(p, f)); break;
        case FIG_TEXT: jw_string(w, text_at(p, f)); break;
        case FIG_VERDICTS: verdicts(w, p); break;
        }
    }
}

static bool is_finding(const struct topic *t)
{
    return t->kind == TOPIC_FINDING;
}

void figures_csv_names(struct strbuf *out)
{
    for (const struct figure_field *f = figure_fields; f < figures_end; f++)
        if (f->type != FIG_VERDICTS)
            sb_addf(out, ",%s", f->name);
        else
            for (size_t i = 0; i < n_topics; i++)
                if (is_finding(&topics[i]))
                    sb_addf(out, ",verdict_%s", topics[i].name);
}

void figures_csv(struct strbuf *out, const struct plan *p)
{
    for (const struct figure_field *f = figure_fields; f < figures_end; f++) {
        if (f->type == FIG_VERDICTS) {
            for (size_t i = 0; i < n_topics; i++) {
                if (!is_finding(&topics[i]))
                    continue;
                const struct finding *x = p ? plan_finding(p, topics[i].name) : NULL;
                sb_addf(out, ",%s", x ? verdict_published(x->verdict) : "");
            }
            continue;
        }
        sb_addc(out, ',');
        if (!p)
            continue;
        if (f->type == FIG_NUMBER)
            csv_number(out, number_at(p, f));
        else if (f->type == FIG_INT)
            csv_int(out, int_at(p, f));
        else
            csv_text(out, text_at(p, f));
    }
}
