#include "base/process.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

void process_start(void)
{
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
