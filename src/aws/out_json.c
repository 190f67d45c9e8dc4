#include "aws/drift.h"

#include "base/jsonw.h"

static const char *const kinds[AWS_KINDS] = {
    [AWS_TARGETS] = "targets", [AWS_POLICIES] = "policies", [AWS_ALARMS] = "alarms", [AWS_METRICS] = "metrics"};

void drift_json(const struct drift_report *r, struct strbuf *out)
{
    struct jsonw w;
    jw_init(&w, out, 2);
    jw_object(&w);
    jw_kbool(&w, "drifted", r->n > 0);
    jw_kint(&w, "errors", (int64_t)r->count[DRIFT_ERROR]);
    jw_kint(&w, "warnings", (int64_t)r->count[DRIFT_WARNING]);
    jw_kstring(&w, "config", r->config->name);
    jw_kint(&w, "endpoints", (int64_t)r->config->n);
    jw_key(&w, "exports");
    jw_object(&w);
    for (int k = 0; k < AWS_KINDS; k++) {
        jw_key(&w, kinds[k]);
        if (!r->exports->given[k]) {
            jw_null(&w);
            continue;
        }
        jw_object(&w);
        jw_kint(&w, "read", (int64_t)r->exports->n[k]);
        jw_kint(&w, "other_services", (int64_t)r->exports->elsewhere[k]);
        jw_kbool(&w, "complete", r->exports->cut[k] == NULL);
        jw_end(&w);
    }
    jw_end(&w);
    jw_key(&w, "findings");
    jw_array(&w);
    for (size_t i = 0; i < r->n; i++) {
        const struct drift_finding *f = &r->findings[i];
        jw_object(&w);
        jw_kstring(&w, "rule", drift_rules[f->rule].id);
        jw_kstring(&w, "severity", drift_severity_name(drift_rules[f->rule].severity));
        jw_kstring(&w, "resource", f->resource);
        jw_kstring(&w, "object", f->object);
        jw_kstring(&w, "detail", f->detail);
        jw_kstring(&w, "fix", f->fix);
        jw_kbool(&w, "fix_only_looks", f->inspects);
        jw_kstring(&w, "note", f->fix_note);
        jw_end(&w);
    }
    jw_end(&w);
    jw_end(&w);
    sb_addc(out, '\n');
}
