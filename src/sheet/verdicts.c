/* The sheets Findings, Audit and Provenance: what was judged, and what it rests on. */
#include "sheet/pages.h"

#include "base/date.h"
#include "base/num.h"
#include "base/strbuf.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int most_lines(const char *a, double a_width, const char *b, double b_width)
{
    int la = text_lines(a ? a : "", a_width), lb = text_lines(b ? b : "", b_width);
    return la > lb ? la : lb;
}

/* Sentences are made for text and paper, where thousands are parted by a thin space (U+2009). A sheet has commas, and
 * would break a line at the space. */
static const char *sentence(struct pages *pg, const char *text)
{
    struct strbuf sb = {0};
    if (!text)
        return "";
    for (const char *at = text; *at;) {
        bool thin = strncmp(at, "\xE2\x80\x89", 3) == 0 && at > text && at[-1] >= '0' && at[-1] <= '9' &&
                    at[3] >= '0' && at[3] <= '9';
        sb_addc(&sb, thin ? ',' : *at);
        at += thin ? 3 : 1;
    }
    const char *copy = arena_strdup(pg->arena, sb_str(&sb));
    sb_free(&sb);
    return copy;
}

void sheet_findings(struct pages *pg)
{
    static const double widths[] = {22, 10, 88, 56, 0};
    static const char *const heads[] = {"Finding", "Verdict", "Numbers", "Recommendation"};
    const struct plan *p = pg->p;
    struct sheet s = book_sheet(&pg->book, "Findings", COLOUR_STOP, widths);
    put_text(&s, 0, 0, ST_TITLE,
             arena_printf(pg->arena, "Findings of the published method: %s",
                          p->verdict_text ? p->verdict_text : "unknown"));
    put_text(&s, 1, 0, ST_NOTE_LINE,
             "At the plan's inputs: static, does not follow sheet Inputs. ---- was never evaluated.");
    for (lxw_col_t c = 0; c < 4; c++)
        put_text(&s, 2, c, c < 2 ? ST_HEAD_TEXT : ST_HEAD_UNIT, heads[c]);
    lxw_row_t row = 3;
    for (size_t i = 0; i < p->n_findings; i++, row++) {
        const struct finding *f = &p->findings[i];
        put_text(&s, row, 0, ST_LABEL, f->name);
        put_text(&s, row, 1, ST_VERDICT, verdict_mark(f->verdict));
        put_text(&s, row, 2, ST_WRAP, sentence(pg, f->detail));
        put_text(&s, row, 3, ST_WRAP, sentence(pg, f->recommendation));
        sheet_row_lines(&s, row, most_lines(f->detail, widths[2], f->recommendation, widths[3]));
    }
    if (row > 3)
        sheet_verdict_colours(&s, 3, row - 1, 1);
    sheet_freeze(&s, 2, 3);
    sheet_finish(&s, 0);
}

/* Plain digits, save where they would not end. */
static char *figure_text(char out[NUM_MAX], double x)
{
    return x == 0 || (fabs(x) >= 1e-6 && fabs(x) < 1e15) ? num_plain(out, x) : num_exact(out, x);
}

static char *figures_text(const struct audit_check *c)
{
    struct strbuf sb = {0};
    char buf[NUM_MAX];
    for (size_t i = 0; i < c->n_figures; i++) {
        const struct figure *f = &c->figures[i];
        bool known = f->kind == FIGURE_TEXT  ? f->text != NULL
                     : f->kind == FIGURE_INT ? int_known(f->integer)
                                             : isfinite(f->number);
        /* Many are there in some cases only, as an error bound is. */
        if (!known)
            continue;
        sb_addf(&sb, "%s%s = ", sb.len ? "\n" : "", f->key ? f->key : "unknown");
        if (f->kind == FIGURE_TEXT)
            sb_add(&sb, f->text);
        else if (f->kind == FIGURE_INT)
            sb_addf(&sb, "%" PRId64, f->integer);
        else
            sb_add(&sb, figure_text(buf, num_round9(f->number)));
    }
    if (!sb.data)
        sb_add(&sb, "");
    return sb_detach(&sb);
}

void sheet_audit(struct pages *pg)
{
    static const double widths[] = {18, 10, 62, 44, 44, 0};
    static const char *const heads[] = {"Check", "Verdict", "What it says", "Numbers", "Recommendation"};
    const struct plan *p = pg->p;
    struct sheet s = book_sheet(&pg->book, "Audit", COLOUR_STOP, widths);
    put_text(
        &s, 0, 0, ST_TITLE,
        arena_printf(pg->arena, "Audit, what the published rule does not see: %s", verdict_mark(p->audit.worst)));
    put_text(
        &s, 1, 0, ST_NOTE_LINE,
        "At the plan's inputs: probabilities and searched figures are static and do not follow sheet Inputs. ---- was "
        "never evaluated.");
    for (lxw_col_t c = 0; c < 5; c++)
        put_text(&s, 2, c, c < 2 ? ST_HEAD_TEXT : ST_HEAD_UNIT, heads[c]);
    lxw_row_t row = 3;
    for (size_t i = 0; i < p->audit.n_checks; i++, row++) {
        const struct audit_check *a = &p->audit.checks[i];
        char *figures = figures_text(a);
        put_text(&s, row, 0, ST_LABEL, a->name);
        put_text(&s, row, 1, ST_VERDICT, verdict_mark(a->verdict));
        put_text(&s, row, 2, ST_WRAP, sentence(pg, a->sentence));
        put_text(&s, row, 3, ST_WRAP, figures);
        put_text(&s, row, 4, ST_WRAP, sentence(pg, a->recommendation));
        int lines = most_lines(a->sentence, widths[2], a->recommendation, widths[4]);
        int others = text_lines(figures, widths[3]);
        sheet_row_lines(&s, row, lines > others ? lines : others);
        free(figures);
    }
    if (row > 3)
        sheet_verdict_colours(&s, 3, row - 1, 1);
    sheet_freeze(&s, 2, 3);
    sheet_finish(&s, 0);
}

static lxw_row_t put_inputs(struct pages *pg, struct sheet *s, lxw_row_t row)
{
    static const char *const heads[] = {"Role", "File", "Run", "Measured at", "Bytes", "SHA-256"};
    const struct plan *p = pg->p;
    put_text(s, row++, 0, ST_HEADING, "Inputs");
    for (lxw_col_t c = 0; c < 6; c++)
        put_text(s, row, c, c == 4 ? ST_HEAD : c == 5 ? ST_HEAD_UNIT : ST_HEAD_TEXT, heads[c]);
    row++;
    for (size_t i = 0; i < p->n_inputs; i++, row++) {
        const struct input *x = &p->inputs[i];
        put_text(s, row, 0, ST_LABEL, x->role);
        put_text(s, row, 1, ST_LABEL, x->name);
        put_text(s, row, 2, ST_LABEL, x->run_id ? x->run_id : "");
        put_text(s, row, 3, ST_LABEL, x->measured_at ? x->measured_at : "");
        put_number(s, row, 4, ST_VALUE, NF_COUNT, (double)x->size);
        put_text(s, row, 5, ST_UNIT, x->sha256);
    }
    if (pg->profile) {
        put_text(s, row, 0, ST_LABEL, "profile");
        put_text(s, row, 1, ST_LABEL, pg->profile->name);
        put_text(s, row, 2, ST_LABEL, "");
        put_text(s, row, 3, ST_LABEL, "");
        put_number(s, row, 4, ST_VALUE, NF_COUNT, (double)pg->profile->size);
        put_text(s, row, 5, ST_UNIT, pg->profile->sha256);
        row++;
    }
    return row + 1;
}

static lxw_row_t put_fact(struct sheet *s, lxw_row_t row, const char *what, const char *text)
{
    put_text(s, row, 0, ST_LABEL, what);
    put_merged(s, row, 1, 5, ST_WRAP, text_lines(text, 180), text);
    return row + 1;
}

static lxw_row_t put_scenario(struct pages *pg, struct sheet *s, lxw_row_t row)
{
    const struct plan *p = pg->p;
    const struct scenario *c = &p->scenario;
    char day[32], text[NUM_MAX];
    put_text(s, row++, 0, ST_HEADING, "This workbook");
    date_stamp(day, plan_date(p));
    const char *maker = p->tool_version ? p->tool_version : HEADROOM_VERSION;
    row = put_fact(s, row, "Tool",
                   arena_printf(pg->arena, "headroom %s; the plan was made by %s", HEADROOM_VERSION, maker));
    row = put_fact(s, row, "Date",
                   arena_printf(pg->arena, "%s, the newest measurement or SOURCE_DATE_EPOCH; never the clock", day));
    row = put_fact(s, row, "Method", c->method == METHOD_FLOW ? "flow was asked for; both are shown" : "published");
    const struct {
        const char *what;
        double x;
    } numbers[] = {{"Peak, requests/s", c->peak_rps},
                   {"Peak, streams", c->peak_streams},
                   {"Trough, requests/s", c->trough_rps},
                   {"Trough, streams", c->trough_streams},
                   {"Surge ratio", c->surge},
                   {"Floor", (double)c->min_floor},
                   {"Invocation ceiling, s", c->ceiling_s},
                   {"Quota", int_known(c->quota) ? (double)c->quota : NUM_UNKNOWN}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        row = put_fact(s, row, numbers[i].what,
                       isfinite(numbers[i].x) && fabs(numbers[i].x) < 1e21 ? num_plain(text, numbers[i].x)
                                                                           : "not given");
    return row + 1;
}

void sheet_provenance(struct pages *pg)
{
    static const double widths[] = {26, 58, 16, 32, 10, 66, 0};
    static const struct {
        const char *what, *text;
    } formulas[] = {
        {"Headroom", "h = k - 1, with k the surge ratio: growth that must be taken within one T_total."},
        {"Thresholds",
         "C_scale_max = (1 - h) Q_max adds an instance; C_scale_min = (1 - 2h) Q_max removes one. Q_max is the "
         "largest measured concurrency whose p95 time to first audio met the SLO."},
        {"Fleet",
         "Requests per second x mean service time S / C_scale_max, rounded up; streams / C_scale_max, rounded up; 0 for "
         "no load. The minimum is not below the floor, the maximum not below the minimum."},
        {"Safe to shrink",
         "max(2, r / (r - 1) rounded up), r = C_scale_max / C_scale_min: removing one instance leaves the others "
         "under C_scale_max."},
        {"Published cost",
         "Rate x instances for the peak; per million characters it is divided by the characters of the whole "
         "peak load, whether or not the fleet can serve it."},
        {"Really served",
         "An instance serves at most mu_sat requests/s, its measured saturated throughput; the audit's unit cost "
         "divides by min(load, instances x mu_sat)."},
        {"Flow plan",
         "Instances = load / (u* x mu_sat), rounded up. u* is the largest utilization at which a surge of k fills the "
         "queue within T_total with a probability of at most 10 %; it was searched for the plan's inputs."},
        {"Averages",
         "Mean of the instances over the rows of sheet Profile, each min(maximum, max(minimum, fleet)). Day: 24 h; "
         "month: hours per month in Inputs; year: 12 months."},
        {"Rounding",
         "Every formula cell also holds the value that headroom computed. Recalculation agrees to 1e-9, except where "
         "a fleet's quotient lies that close to a whole number."},
    };
    struct sheet s = book_sheet(&pg->book, "Provenance", COLOUR_QUIET, widths);
    const struct plan *p = pg->p;
    put_text(&s, 0, 0, ST_TITLE, "Provenance: what this rests on");
    lxw_row_t row = put_inputs(pg, &s, 2);
    row = put_scenario(pg, &s, row);
    put_text(&s, row++, 0, ST_HEADING, "Warnings accepted");
    if (p->n_warnings == 0)
        row = put_fact(&s, row, "none", "");
    for (size_t i = 0; i < p->n_warnings; i++)
        row = put_fact(&s, row, "warning", p->warnings[i] ? p->warnings[i] : "unknown");
    row++;
    put_text(&s, row++, 0, ST_HEADING, "Formulas in words");
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        row = put_fact(&s, row, formulas[i].what, formulas[i].text);
    sheet_finish(&s, 0);
}
