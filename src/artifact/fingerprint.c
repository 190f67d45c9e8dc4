#include "artifact/fingerprint.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct env_var *)a)->name, ((const struct env_var *)b)->name);
}

int fingerprint_read(const struct json_ref *obj, const char *key, struct arena *a, struct fingerprint *out,
                     struct err *e)
{
    *out = (struct fingerprint){0};
    struct json_ref config, env, item = {0};
    if (json_get_object(obj, key, JSON_OPTIONAL, &config, e) != 0)
        return e->code;
    if (json_type(&config) != JSON_OBJECT || json_count(&config) == 0)
        return 0;
    out->present = true;
    if (json_get_string(&config, "instance_type", JSON_OPTIONAL, a, &out->instance_type, e) != 0 ||
        json_get_string(&config, "image_digest", JSON_OPTIONAL, a, &out->image_digest, e) != 0 ||
        json_get_object(&config, "container_env", JSON_OPTIONAL, &env, e) != 0)
        return e->code;
    if (json_type(&env) != JSON_OBJECT)
        return 0;
    out->has_env = true;
    out->env = arena_array(a, json_count(&env), sizeof *out->env);
    while (json_each(&env, &item)) {
        struct strbuf value = {0};
        json_canonical(&item, &value);
        out->env[out->n_env++] = (struct env_var){arena_strdup(a, item.key), arena_strdup(a, sb_str(&value))};
        sb_free(&value);
    }
    qsort(out->env, out->n_env, sizeof *out->env, by_name);
    return 0;
}

const char *slug_of(struct arena *a, const char *instance_type, const char *image_digest)
{
    struct strbuf sb = {0};
    const char *p = instance_type ? instance_type : "";
    if (strncmp(p, "ml.", 3) == 0)
        p += 3;
    for (; *p; p++)
        if (*p != '.')
            sb_addc(&sb, *p);
    if (sb.len == 0)
        sb_add(&sb, "unknown");
    sb_addc(&sb, '-');
    if (!image_digest || !*image_digest) {
        sb_add(&sb, "nodigest");
    } else {
        /* Eight characters, not bytes: a digest is hexadecimal, but a file may hold anything. */
        size_t chars = 0, n = 0;
        for (; image_digest[n]; n++)
            if (((unsigned char)image_digest[n] & 0xC0U) != 0x80U && ++chars > 8)
                break;
        sb_addn(&sb, image_digest, n);
    }
    const char *slug = arena_strdup(a, sb_str(&sb));
    sb_free(&sb);
    return slug;
}

const char *qmax_slug(struct arena *a, const struct qmax *q)
{
    if (!q->config.present)
        return slug_of(a, q->instance_type, NULL);
    return slug_of(a, q->config.instance_type, q->config.image_digest);
}

const char *ttotal_slug(struct arena *a, const struct ttotal *t)
{
    if (t->config_slug)
        return t->config_slug;
    return t->config.present ? slug_of(a, t->config.instance_type, t->config.image_digest) : "";
}

static bool same_env(const struct fingerprint *a, const struct fingerprint *b, const char **first)
{
    size_t i = 0, j = 0;
    while (i < a->n_env || j < b->n_env) {
        int order = i == a->n_env ? 1 : j == b->n_env ? -1 : strcmp(a->env[i].name, b->env[j].name);
        if (order != 0 || strcmp(a->env[i].value, b->env[j].value) != 0) {
            *first = order <= 0 ? a->env[i].name : b->env[j].name;
            return false;
        }
        i++, j++;
    }
    return true;
}

/* One rule broken: refused, or accepted and noted. */
static int differ(bool allow, struct notes *notes, struct err *e, const char *text)
{
    if (!allow)
        return err_set(e, EXIT_REFUSED, "%s; --allow-config-mismatch accepts and records it", text);
    notes_add(notes, "accepted by --allow-config-mismatch: %s", text);
    return 0;
}

int pair_check(const struct qmax *q, const char *qmax_name, const struct ttotal *t, const char *ttotal_name,
               bool allow, struct notes *notes, struct err *e)
{
    struct arena *a = notes->arena;
    const char *left = qmax_slug(a, q), *right = ttotal_slug(a, t), *name;
    static const char nodigest[] = "-nodigest";
    if (!*right) {
        differ(allow, notes, e,
               arena_printf(a,
                            "%s: $.config_slug: there is neither a config_slug nor a deployed_config, so "
                            "nothing shows that it measured the configuration %s of %s",
                            ttotal_name, left, qmax_name));
    } else if (strcmp(left, right) != 0) {
        differ(allow, notes, e,
               arena_printf(a,
                            "%s and %s do not belong together: Q_max was measured on configuration %s, "
                            "T_total on %s",
                            qmax_name, ttotal_name, left, right));
    } else if (strlen(left) >= sizeof nodigest - 1 &&
               strcmp(left + strlen(left) - (sizeof nodigest - 1), nodigest) == 0) {
        notes_add(notes,
                  "%s and %s name no image digest: both read %s, which does not prove that one image "
                  "was measured",
                  qmax_name, ttotal_name, left);
    }
    if (e->code == 0 && strcmp(q->model_name, t->model_name ? t->model_name : "") != 0)
        differ(allow, notes, e,
               arena_printf(a, "%s: $.model_name: is \"%s\", but %s measured \"%s\"", ttotal_name,
                            t->model_name ? t->model_name : "", qmax_name, q->model_name));
    if (e->code == 0 && q->config.present && t->config.present && !same_env(&q->config, &t->config, &name))
        differ(allow, notes, e,
               arena_printf(a,
                            "%s: $.deployed_config.container_env: differs from that of %s, first at \"%s\" "
                            "(the slug does not show the environment)",
                            ttotal_name, qmax_name, name));
    return e->code;
}

/* Does [p, p+n) read like the short form of an instance type: letters, then a digit, then the rest? */
static bool like_type(const char *p, size_t n)
{
    size_t i = 0;
    while (i < n && p[i] >= 'a' && p[i] <= 'z')
        i++;
    if (i == 0 || i == n || p[i] < '0' || p[i] > '9')
        return n == 7 && memcmp(p, "unknown", 7) == 0;
    for (; i < n; i++)
        if (!((p[i] >= 'a' && p[i] <= 'z') || (p[i] >= '0' && p[i] <= '9')))
            return false;
    return true;
}

static bool like_digest(const char *p, size_t n)
{
    return n == 8 && (memcmp(p, "nodigest", 8) == 0 || strspn(p, "0123456789abcdef") >= 8);
}

void file_name_check(const char *name, const char *slug, struct notes *notes)
{
    size_t n = strlen(name);
    if (n > 5 && strcmp(name + n - 5, ".json") == 0)
        n -= 5;
    size_t last = n, before;
    while (last > 0 && name[last - 1] != '-')
        last--;
    if (last < 2)
        return;
    before = last - 1;
    while (before > 0 && name[before - 1] != '-')
        before--;
    if (!like_type(name + before, last - 1 - before) || !like_digest(name + last, n - last))
        return;
    if (strlen(slug) != n - before || memcmp(name + before, slug, n - before) != 0)
        notes_add(notes, "%s: the file name says %.*s, the content says %s", name, (int)(n - before), name + before,
                  slug);
}
