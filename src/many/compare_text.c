#include "many/compare_text.h"

#include "base/limits.h"
#include "render/columns.h"
#include "render/markdown.h"

#include <string.h>

enum { LABEL = 26, VALUE = 19 };

static const char *or_unknown(const char *text)
{
    return text ? text : "unknown";
}

static const struct headline *headline_of(const char *path)
{
    for (size_t i = 0; i < n_headlines; i++)
        if (strcmp(headlines[i].path, path) == 0)
            return &headlines[i];
    return NULL;
}

static const struct change *change_at(const struct pair *p, const char *path)
{
    const struct headline *h = headline_of(path);
    return h ? pair_change(p, h->path) : NULL;
}

/* "maximum instances 15, not 9 (+66.7 %)" */
static void sentence_part(struct strbuf *sb, const struct comparison *c, const struct pair *p, const char *path,
                          const char *name, struct arena *a)
{
    const struct headline *h = headline_of(path);
    const struct change *change = change_at(p, path);
    if (!change)
        return;
    const struct compared *first = &c->plans[0], *other = &c->plans[p->other];
    const char *moved = headline_moved(h, first, other, a);
    sb_addf(sb, "%s%s %s, not %s%s%s%s", sb->len ? "; " : "", name, change_shown(h, other, change->is, a),
            change_shown(h, first, change->was, a), *moved ? " (" : "", moved, *moved ? ")" : "");
}

const char *compare_sentence(const struct comparison *c, const struct pair *p, struct arena *a)
{
    if (p->n_changes == 0)
        return p->n_inputs == 0 ? "the same plan: no input, figure or verdict differs."
                                : "every figure and verdict is the same, although inputs differ.";
    struct strbuf sb = {0};
    sentence_part(&sb, c, p, "verdict", "verdict", a);
    sentence_part(&sb, c, p, "plan.max_instances", "maximum instances", a);
    sentence_part(&sb, c, p, COMPARE_MONTH, "cost of a month", a);
    sentence_part(&sb, c, p, "headroom.flow.maximum", "maximum by the flow method", a);
    if (!sb.len)
        sb_addf(&sb, "%zu %s, none of them verdict, fleet or cost", p->n_changes,
                p->n_changes == 1 ? "value differs" : "values differ");
    const char *text = arena_printf(a, "%s.", sb_str(&sb));
    sb_free(&sb);
    return text;
}

static void text_plans(const struct comparison *c, struct strbuf *out)
{
    sb_addf(out, "headroom compare: %zu plans; A is what the others are compared with\n", c->n);
    for (size_t i = 0; i < c->n; i++) {
        const struct plan *p = c->plans[i].plan;
        sb_addf(out, "  %s  ", c->plans[i].letter);
        column_pad(out, c->plans[i].file, 24);
        column_add(out, or_unknown(p->model_name));
        sb_add(out, " on ");
        column_add(out, or_unknown(p->slug ? p->slug : p->instance_type));
        sb_addf(out, "\n     %s\n", c->plans[i].sha256);
    }
    sb_addc(out, '\n');
    for (size_t i = 0; i + 1 < c->n; i++)
        column_fold(out,
                    arena_printf(c->arena, "%s against A: %s", c->plans[i + 1].letter,
                                 compare_sentence(c, &c->pairs[i], c->arena)),
                    0, 0);
}

static void text_figures(const struct comparison *c, struct strbuf *out)
{
    const char *group = "";
    for (size_t i = 0; i < n_headlines; i++) {
        const struct headline *h = &headlines[i];
        if (strcmp(group, h->group) != 0) {
            group = h->group;
            sb_addc(out, '\n');
            column_pad(out, group, 2 + LABEL);
            for (size_t k = 0; k < c->n; k++) {
                column_pad(out, c->plans[k].letter, VALUE);
            }
            while (out->data[out->len - 1] == ' ')
                sb_trunc(out, out->len - 1);
            sb_addc(out, '\n');
        }
        sb_add(out, "  ");
        column_pad(out, h->label, LABEL);
        for (size_t k = 0; k < c->n; k++)
            column_pad(out, headline_shown(h, &c->plans[k], c->arena), k + 1 < c->n ? VALUE : 0);
        sb_trunc(out, out->len - 1);
        sb_addc(out, '\n');
    }
}

static void text_change(const struct comparison *c, const struct pair *p, const struct change *change,
                        const struct headline *h, struct strbuf *out)
{
    const struct compared *first = &c->plans[0], *other = &c->plans[p->other];
    const char *moved = h ? headline_moved(h, first, other, c->arena) : "";
    sb_add(out, "    ");
    column_fold(out,
                arena_printf(c->arena, "%s: %s -> %s%s%s%s", h ? h->label : change->path,
                             change_shown(h, first, change->was, c->arena),
                             change_shown(h, other, change->is, c->arena), *moved ? " (" : "", moved,
                             *moved ? ")" : ""),
                4, 4);
    sb_add(out, "      why: ");
    column_fold(out, change_reason(p, change, h, other, c->arena), 11, 11);
}

static void text_pair(const struct comparison *c, const struct pair *p, struct strbuf *out)
{
    sb_addf(out, "\n%s against %s\n  Inputs that differ%s\n", c->plans[p->other].letter, c->plans[0].letter,
            p->n_inputs ? "" : ": none");
    for (size_t i = 0; i < p->n_inputs; i++) {
        const struct moved_input *in = &p->inputs[i];
        sb_add(out, "    ");
        column_fold(out, arena_printf(c->arena, "%s: %s -> %s", in->label, in->was, in->is), 4, 4);
        if (in->untried) {
            sb_add(out, in->tried ? "      partly tried:" : "      not tried:");
            column_fold(out, in->untried, 8, 19);
        }
    }
    size_t shown = 0;
    for (size_t i = 0; i < n_headlines; i++)
        shown += pair_change(p, headlines[i].path) != NULL;
    if (shown)
        sb_add(out, "  What that moves\n");
    for (size_t i = 0; i < n_headlines; i++) {
        const struct change *change = pair_change(p, headlines[i].path);
        if (change)
            text_change(c, p, change, &headlines[i], out);
    }
    if (p->n_changes > shown)
        sb_add(out, "  Everything else that differs\n");
    for (size_t i = 0; i < p->n_changes; i++)
        if (!headline_of(p->changes[i].path))
            text_change(c, p, &p->changes[i], NULL, out);
    for (size_t i = 0; i < p->notes.n; i++) {
        sb_add(out, "  note: ");
        column_fold(out, p->notes.items[i], 8, 8);
    }
}

void compare_text(const struct comparison *c, struct strbuf *out)
{
    text_plans(c, out);
    text_figures(c, out);
    for (size_t i = 0; i + 1 < c->n; i++)
        text_pair(c, &c->pairs[i], out);
    sb_add(out, "\nA month has 730 hours of an assumed day between trough and peak; rates are on demand, before "
                "discounts.\n");
}

static void cell(struct strbuf *out, const char *text)
{
    markdown_text(out, text);
    sb_add(out, " | ");
}

static void row_end(struct strbuf *out)
{
    sb_trunc(out, out->len - 1);
    sb_addc(out, '\n');
}

static void markdown_heads(struct strbuf *out, const char *const *heads, size_t n, size_t right_from, size_t right_to)
{
    sb_add(out, "| ");
    for (size_t i = 0; i < n; i++)
        cell(out, heads[i]);
    row_end(out);
    sb_addc(out, '|');
    for (size_t i = 0; i < n; i++)
        sb_add(out, i >= right_from && i < right_to ? "---:|" : "---|");
    sb_addc(out, '\n');
}

static void markdown_figures(const struct comparison *c, struct strbuf *out)
{
    const char *heads[LIMIT_COMPARED + 1] = {"figure"};
    for (size_t k = 0; k < c->n; k++)
        heads[k + 1] = c->plans[k].letter;
    const char *group = "";
    for (size_t i = 0; i < n_headlines; i++) {
        const struct headline *h = &headlines[i];
        if (strcmp(group, h->group) != 0) {
            group = h->group;
            sb_addf(out, "\n## %s\n\n", group);
            markdown_heads(out, heads, c->n + 1, 1, c->n + 1);
        }
        sb_add(out, "| ");
        cell(out, h->label);
        for (size_t k = 0; k < c->n; k++)
            cell(out, headline_shown(h, &c->plans[k], c->arena));
        row_end(out);
    }
}

static void markdown_pair(const struct comparison *c, const struct pair *p, struct strbuf *out)
{
    const struct compared *first = &c->plans[0], *other = &c->plans[p->other];
    const char *const inputs[] = {"input", first->letter, other->letter, "computed again with it alone"};
    const char *const changes[] = {"figure", first->letter, other->letter, "", "why"};
    sb_addf(out, "\n## %s against %s\n\n", other->letter, first->letter);
    markdown_text(out, compare_sentence(c, p, c->arena));
    sb_add(out, "\n");
    if (p->n_inputs) {
        sb_add(out, "\n### Inputs that differ\n\n");
        markdown_heads(out, inputs, 4, 0, 0);
    }
    for (size_t i = 0; i < p->n_inputs; i++) {
        const struct moved_input *in = &p->inputs[i];
        sb_add(out, "| ");
        cell(out, in->label);
        cell(out, in->was);
        cell(out, in->is);
        cell(out, in->untried ? in->untried : "yes");
        row_end(out);
    }
    if (p->n_changes) {
        sb_add(out, "\n### What differs, and why\n\n");
        markdown_heads(out, changes, 5, 1, 4);
    }
    /* The figures that matter first. */
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < (pass ? p->n_changes : n_headlines); i++) {
            const struct change *change = pass ? &p->changes[i] : pair_change(p, headlines[i].path);
            const struct headline *h = pass ? NULL : &headlines[i];
            if (!change || (pass && headline_of(change->path)))
                continue;
            sb_add(out, "| ");
            cell(out, h ? h->label : change->path);
            cell(out, change_shown(h, first, change->was, c->arena));
            cell(out, change_shown(h, other, change->is, c->arena));
            cell(out, h ? headline_moved(h, first, other, c->arena) : "");
            cell(out, change_reason(p, change, h, other, c->arena));
            row_end(out);
        }
    if (p->notes.n)
        sb_addc(out, '\n');
    for (size_t i = 0; i < p->notes.n; i++) {
        sb_add(out, "- ");
        markdown_text(out, p->notes.items[i]);
        sb_addc(out, '\n');
    }
}

void compare_markdown(const struct comparison *c, struct strbuf *out)
{
    static const char *const heads[] = {"", "plan", "model", "configuration", "verdict", "SHA-256"};
    sb_add(out, "# Plans side by side\n\nA is what the others are compared with.\n\n");
    markdown_heads(out, heads, 6, 0, 0);
    for (size_t i = 0; i < c->n; i++) {
        const struct plan *p = c->plans[i].plan;
        sb_add(out, "| ");
        cell(out, c->plans[i].letter);
        cell(out, c->plans[i].file);
        cell(out, or_unknown(p->model_name));
        cell(out, or_unknown(p->slug ? p->slug : p->instance_type));
        cell(out, or_unknown(p->verdict_text));
        cell(out, c->plans[i].sha256);
        row_end(out);
    }
    markdown_figures(c, out);
    for (size_t i = 0; i + 1 < c->n; i++)
        markdown_pair(c, &c->pairs[i], out);
}
