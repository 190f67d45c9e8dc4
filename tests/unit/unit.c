#include "unit/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char work_dir[PATH_MAX], home_dir[PATH_MAX];

const char *unit_source(const char *relative)
{
    static char path[PATH_MAX];
    const char *top = getenv("top_srcdir");
    snprintf(path, sizeof path, "%s/%s", top ? top : ".", relative);
    return path;
}

void unit_enter(void)
{
    snprintf(work_dir, sizeof work_dir, "./unit-XXXXXX");
    ck_assert_ptr_nonnull(getcwd(home_dir, sizeof home_dir));
    ck_assert_ptr_nonnull(mkdtemp(work_dir));
    ck_assert_int_eq(chdir(work_dir), 0);
}

static int drop(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st, (void)kind, (void)where;
    return remove(path);
}

static int open_up(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st, (void)where;
    return kind == FTW_D || kind == FTW_DNR ? chmod(path, 0700) : 0;
}

void unit_leave(void)
{
    ck_assert_int_eq(chdir(home_dir), 0);
    nftw(work_dir, open_up, 8, FTW_PHYS);
    ck_assert_int_eq(nftw(work_dir, drop, 8, FTW_DEPTH | FTW_PHYS), 0);
}

size_t unit_entries(void)
{
    DIR *d = opendir(".");
    ck_assert_ptr_nonnull(d);
    size_t n = 0;
    for (const struct dirent *x; (x = readdir(d)) != NULL;)
        n += strcmp(x->d_name, ".") != 0 && strcmp(x->d_name, "..") != 0;
    closedir(d);
    return n;
}

void unit_write(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    ck_assert_msg(f != NULL, "cannot create %s", path);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
}

char *unit_read(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return NULL;
    size_t cap = 4096, n = 0;
    char *text = malloc(cap);
    ck_assert_ptr_nonnull(text);
    for (size_t got; (got = fread(text + n, 1, cap - n - 1, f)) > 0;) {
        n += got;
        if (cap - n < 2) {
            cap *= 2;
            text = realloc(text, cap);
            ck_assert_ptr_nonnull(text);
        }
    }
    fclose(f);
    text[n] = '\0';
    return text;
}

bool unit_holds(const char *path, const char *text)
{
    char *is = unit_read(path);
    bool same = is && strcmp(is, text) == 0;
    free(is);
    return same;
}

int main(void)
{
    SRunner *runner = srunner_create(unit_suite());
    srunner_run_all(runner, CK_ENV);
    int run = srunner_ntests_run(runner), failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    /* A misspelt CK_RUN_SUITE or CK_RUN_CASE runs nothing, and libcheck calls that 100 %. */
    if (run == 0) {
        fputs("no check ran\n", stderr);
        return 1;
    }
    return failed == 0 ? 0 : 1;
}
