#include "base/process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* All that may be read (tests/gates/gates.py takes the names from here). */
static const char *const environment[] = {
    "SOURCE_DATE_EPOCH",
    "NO_COLOR",
    "TERM",
    "SLURM_ARRAY_TASK_ID",
    "SLURM_ARRAY_TASK_COUNT",
    "SLURM_ARRAY_TASK_MIN",
    "SLURM_ARRAY_TASK_MAX",
    "SLURM_ARRAY_TASK_STEP",
    "AWS_BATCH_JOB_ARRAY_INDEX",
    "AWS_BATCH_JOB_ARRAY_SIZE",
};

static bool is_kept(const char *variable)
{
    size_t n = strcspn(variable, "=");
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++)
        if (strlen(environment[i]) == n && strncmp(environment[i], variable, n) == 0)
            return true;
    return false;
}

static void forget_environment(void)
{
    char **kept = environ;
    for (char **e = environ; e && *e; e++)
        if (is_kept(*e))
            *kept++ = *e;
    if (kept)
        *kept = NULL;
}

void process_start(void)
{
    forget_environment();
    for (int fd = 0; fd <= 2; fd++)
        /* Opened for the wrong direction: reading a closed stdin and writing to a closed stdout still
         * fail, with EBADF. open() takes the lowest free number. */
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL);
}
