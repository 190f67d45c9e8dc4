/* SARIF 2.1.0, for code scanning: each finding points at the endpoint's line in the configuration.
 */
#include "aws/drift.h"

#include "base/jsonw.h"

#include <string.h>

static void message(struct jsonw *w, const char *key, const char *text)
{
    jw_key(w, key);
    jw_object(w);
    jw_kstring(w, "text", text);
    jw_end(w);
}

static void write_rules(struct jsonw *w)
{
    jw_key(w, "rules");
    jw_array(w);
    for (int i = 0; i < DRIFT_RULES; i++) {
        const struct drift_rule_info *rule = &drift_rules[i];
        jw_object(w);
        jw_kstring(w, "id", rule->id);
        message(w, "shortDescription", rule->what);
        message(w, "fullDescription", rule->why);
        jw_key(w, "defaultConfiguration");
        jw_object(w);
        jw_kstring(w, "level", drift_severity_name(rule->severity));
        jw_end(w);
        jw_end(w);
    }
    jw_end(w);
}

/* A file name as a relative URI reference (RFC 3986); a colon is escaped too, so that none makes a
 * scheme. */
static void write_uri(struct jsonw *w, const char *name)
{
    struct strbuf uri = {0};
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for (const char *p = name; *p; p++) {
        if (strchr(plain, *p))
            sb_addc(&uri, *p);
        else
            sb_addf(&uri, "%%%02X", (unsigned)(unsigned char)*p);
    }
    jw_kstring(w, "uri", sb_str(&uri));
    sb_free(&uri);
}

static void write_location(struct jsonw *w, const struct drift_report *r, const struct drift_finding *f)
{
    jw_key(w, "locations");
    jw_array(w);
    jw_object(w);
    jw_key(w, "physicalLocation");
    jw_object(w);
    jw_key(w, "artifactLocation");
    jw_object(w);
    write_uri(w, r->config->name);
    jw_end(w);
    jw_key(w, "region");
    jw_object(w);
    jw_kint(w, "startLine", f->line ? (int64_t)f->line : 1);
    jw_end(w);
    jw_end(w);
    jw_key(w, "logicalLocations");
    jw_array(w);
    jw_object(w);
    jw_kstring(w, "fullyQualifiedName", f->resource);
    jw_kstring(w, "kind", "resource");
    jw_end(w);
    jw_end(w);
    jw_end(w);
    jw_end(w);
}

static void write_result(struct jsonw *w, const struct drift_report *r, const struct drift_finding *f)
{
    struct strbuf text = {0};
    sb_addf(&text, "%s%s%s: %s", f->resource, f->object ? ", " : "", f->object ? f->object : "", f->detail);
    if (f->fix)
        sb_addf(&text, "\n%s: %s", f->inspects ? "Look" : "Mend", f->fix);
    if (f->fix_note)
        sb_addf(&text, "\nNote: %s", f->fix_note);
    jw_object(w);
    jw_kstring(w, "ruleId", drift_rules[f->rule].id);
    jw_kint(w, "ruleIndex", (int64_t)f->rule);
    jw_kstring(w, "level", drift_severity_name(drift_rules[f->rule].severity));
    message(w, "message", sb_str(&text));
    write_location(w, r, f);
    /* What makes two findings the same one in two runs. */
    jw_key(w, "partialFingerprints");
    jw_object(w);
    sb_trunc(&text, 0);
    sb_addf(&text, "%s|%s|%s", drift_rules[f->rule].id, f->resource, f->object ? f->object : "");
    jw_kstring(w, "finding/v1", sb_str(&text));
    jw_end(w);
    jw_end(w);
    sb_free(&text);
}

void drift_sarif(const struct drift_report *r, struct strbuf *out)
{
    struct jsonw w;
    jw_init(&w, out, 1); /* ten levels deep: at 2 a third of the file would be blanks */
    jw_object(&w);
    jw_kstring(&w, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    jw_kstring(&w, "version", "2.1.0");
    jw_key(&w, "runs");
    jw_array(&w);
    jw_object(&w);
    jw_key(&w, "tool");
    jw_object(&w);
    jw_key(&w, "driver");
    jw_object(&w);
    jw_kstring(&w, "name", "headroom");
    jw_kstring(&w, "version", HEADROOM_VERSION);
    write_rules(&w);
    jw_end(&w);
    jw_end(&w);
    jw_kstring(&w, "columnKind", "unicodeCodePoints");
    jw_key(&w, "results");
    jw_array(&w);
    for (size_t i = 0; i < r->n; i++)
        write_result(&w, r, &r->findings[i]);
    jw_end(&w);
    jw_end(&w);
    jw_end(&w);
    jw_end(&w);
    sb_addc(out, '\n');
}
