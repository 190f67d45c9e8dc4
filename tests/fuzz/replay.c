/* A fuzz target without libFuzzer: replays files through it. Without arguments those are the seeds and finds that
 * are committed for this target, each as it is and changed a few times in a way that is the same in every run.
 * FUZZ_MUTANTS says how often; FUZZ_KEEP names a file that holds the input that is being fed, for when that stops
 * the process. */
#include "fuzz/fuzz.h"

#include "base/file.h"
#include "base/mem.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MUTANTS = 20, INPUT_BYTES = 1 << 26 };

#pragma weak LLVMFuzzerCustomMutator

/* A linear congruential generator: inputs must not differ between machines. */
static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max)
{
    static uint64_t state = 1;
    if (size == 0)
        return 0;
    size_t at = next_random(&state) % size;
    switch (next_random(&state) % 4) {
    case 0: return at; /* cut */
    case 1: memmove(data + at, data + at + 1, size - at - 1); return size - 1;
    case 2:
        if (size < max) {
            memmove(data + at + 1, data + at, size - at);
            size++;
        }
        break;
    default: break;
    }
    data[at] = (uint8_t)next_random(&state);
    return size;
}

static size_t mutate(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    return LLVMFuzzerCustomMutator ? LLVMFuzzerCustomMutator(data, size, max, seed)
                                   : LLVMFuzzerMutate(data, size, max);
}

static void keep(const uint8_t *data, size_t size)
{
    const char *path = getenv("FUZZ_KEEP");
    FILE *f = path ? fopen(path, "wb") : NULL;
    if (!f)
        return;
    bool ok = fwrite(data, 1, size, f) == size;
    if (fclose(f) != 0 || !ok)
        fprintf(stderr, "%s: cannot write\n", path);
}

/* Feeds a copy in memory of exactly its size. */
static void feed(const uint8_t *data, size_t size)
{
    uint8_t *copy = xmalloc(size ? size : 1);
    memcpy(copy, data, size);
    keep(data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static unsigned long count_mutants(void)
{
    const char *text = getenv("FUZZ_MUTANTS");
    return text ? strtoul(text, NULL, 10) : MUTANTS;
}

static bool replay_file(const char *path)
{
    struct bytes b;
    struct err e = ERR_INIT;
    if (file_read(path, INPUT_BYTES, &b, &e) != 0) {
        fprintf(stderr, "%s\n", e.text);
        return false;
    }
    feed((const uint8_t *)b.data, b.len);
    size_t max = 2 * b.len + 4096;
    uint8_t *changed = xmalloc(max);
    for (unsigned long i = 0, n = count_mutants(); i < n; i++) {
        size_t size = b.len;
        memcpy(changed, b.data, b.len);
        for (unsigned long j = 0; j <= i % 4; j++)
            size = mutate(changed, size, max, (unsigned)(i * 4 + j + 1));
        feed(changed, size);
    }
    free(changed);
    bytes_free(&b);
    return true;
}

static int not_hidden(const struct dirent *x)
{
    return x->d_name[0] != '.';
}

/* All files of a directory, in order of their names. A directory that is not there has none. */
static size_t replay_directory(const char *path, size_t *failed)
{
    struct dirent **names;
    int n = scandir(path, &names, not_hidden, alphasort);
    size_t done = 0;
    for (int i = 0; i < n; i++) {
        char *file = xasprintf("%s/%s", path, names[i]->d_name);
        bool ok = replay_file(file);
        done += ok;
        *failed += !ok;
        free(file);
        free(names[i]);
    }
    if (n >= 0)
        free(names);
    return done;
}

int main(int argc, char **argv)
{
    size_t done = 0, failed = 0;
    for (int i = 1; i < argc; i++) {
        bool ok = replay_file(argv[i]);
        done += ok;
        failed += !ok;
    }
    if (argc == 1) {
        static const char *const kinds[] = {"seeds", "finds"};
        const char *top = getenv("top_srcdir"), *name = file_base(argv[0]);
        char *root = realpath(top ? top : ".", NULL); /* a target may change its working directory */
        if (strncmp(name, "fuzz_", 5) == 0)
            name += 5;
        for (size_t i = 0; root && i < 2; i++) {
            char *path = xasprintf("%s/tests/fuzz/%s/%s", root, kinds[i], name);
            size_t n = replay_directory(path, &failed);
            if (n == 0 && i == 0) {
                fprintf(stderr, "%s: no seeds\n", path);
                failed++;
            }
            done += n;
            free(path);
        }
        free(root);
    }
    printf("%zu passed, %zu failed\n", done, failed);
    return failed > 0;
}
