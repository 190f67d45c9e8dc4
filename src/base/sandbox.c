#include "base/sandbox.h"

#include "base/mem.h"
#include "base/outset.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What this build may deny itself: a sanitizer looks for leaks from a second process, gcov writes its
 * counts beside the objects. */
#ifndef SANDBOX_SECCOMP
#define SANDBOX_SECCOMP 1
#endif
#ifndef SANDBOX_LANDLOCK
#define SANDBOX_LANDLOCK 1
#endif

/* Rights by the version of Landlock that brought them; the headers of Debian 12 know the first two. */
enum {
    RIGHT_WRITE = 1 << 1,
    RIGHT_READ = 1 << 2,
    RIGHT_LIST = 1 << 3,
    RIGHT_REMOVE_DIR = 1 << 4,
    RIGHT_REMOVE_FILE = 1 << 5,
    RIGHT_MAKE_DIR = 1 << 7,
    RIGHT_MAKE_FILE = 1 << 8,
    RIGHTS_1 = (1 << 13) - 1, /* execute, and making links, devices, sockets besides the above */
    RIGHT_REFER = 1 << 13,
    RIGHT_TRUNCATE = 1 << 14,
    RIGHT_IOCTL = 1 << 15
};

/* The kernel's struct in its present length; what an older kernel does not know must be zero. */
struct ruleset {
    uint64_t files, network, scoped;
};

static void allow(int ruleset, const char *path, uint64_t rights)
{
    /* Following links: the rule is about the file that is there. What is not there cannot be read; its
     * reader says so better than we could. */
    int fd = open(path, O_PATH | O_CLOEXEC);
    struct stat st;
    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0) {
        if (!S_ISDIR(st.st_mode))
            rights &= RIGHT_READ | RIGHT_WRITE | RIGHT_TRUNCATE;
        struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = fd};
        /* A pipe that came as /dev/fd/63 takes no rule and needs none. */
        (void)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(fd);
}

/* False when the kernel cannot. */
static bool restrict_files(const struct sandbox *what)
{
    static const char *const shared[] = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", FONT_FILE, FONT_BOLD_FILE};
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return false;
    struct ruleset set = {.files = RIGHTS_1};
    if (version >= 2)
        set.files |= RIGHT_REFER;
    if (version >= 3)
        set.files |= RIGHT_TRUNCATE;
    if (version >= 4)
        set.network = 3; /* bind and connect TCP */
    if (version >= 5)
        set.files |= RIGHT_IOCTL;
    if (version >= 6)
        set.scoped = 3; /* abstract sockets and signals of others */
    int fd = (int)syscall(SYS_landlock_create_ruleset, &set, sizeof set, 0);
    if (fd < 0)
        return false;
    const uint64_t read = RIGHT_READ | RIGHT_LIST;
    const uint64_t write = (read | RIGHT_WRITE | RIGHT_REMOVE_DIR | RIGHT_REMOVE_FILE | RIGHT_MAKE_DIR |
                            RIGHT_MAKE_FILE | RIGHT_TRUNCATE) &
                           set.files;
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        allow(fd, shared[i], read);
    for (size_t i = 0; i < what->n_reads; i++)
        if (strcmp(what->reads[i], "-") != 0)
            allow(fd, what->reads[i], read);
    for (size_t i = 0; i < what->n_writes; i++) {
        char *dir = outset_place(what->writes[i]);
        if (dir)
            allow(fd, dir, write);
        free(dir);
    }
    bool done = syscall(SYS_landlock_restrict_self, fd, 0) == 0;
    close(fd);
    return done;
}

/* 0, or -1 with errno. */
static int deny_calls(bool copies)
{
    static const int denied[] = {
        /* the network, and io_uring, which could open sockets behind a filter's back */
        SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
        SCMP_SYS(accept4), SCMP_SYS(sendto), SCMP_SYS(sendmsg), SCMP_SYS(sendmmsg), SCMP_SYS(recvfrom),
        SCMP_SYS(recvmsg), SCMP_SYS(recvmmsg), SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter),
        SCMP_SYS(io_uring_register),
        /* other programs and processes */
        SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(vfork), SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv),
        SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd),
        /* the machine */
        SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(unshare),
        SCMP_SYS(setns), SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(keyctl),
        SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(open_by_handle_at), SCMP_SYS(init_module),
        SCMP_SYS(finit_module), SCMP_SYS(delete_module), SCMP_SYS(kexec_load), SCMP_SYS(reboot)};
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter)
        mem_fail();
    int r = 0;
    for (size_t i = 0; i < sizeof denied / sizeof *denied && r == 0; i++)
        r = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), denied[i], 0);
    /* A thread is allowed, a process only where copies are. The flags of clone3 lie in memory, where no filter
     * looks: without it the C library falls back to clone. */
    if (r == 0 && !copies)
        r = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fork), 0);
    if (r == 0 && !copies)
        r = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                             SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    if (r == 0)
        r = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    if (r == 0)
        r = seccomp_load(filter);
    seccomp_release(filter);
    if (r == -ENOMEM)
        mem_fail();
    errno = -r;
    return r == 0 ? 0 : -1;
}

int sandbox_enter(const struct sandbox *what, struct err *e)
{
    if (!SANDBOX_SECCOMP)
        return 0;
    bool calls = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    bool files = calls && SANDBOX_LANDLOCK && restrict_files(what);
    if (what->must && !files)
        return err_set(e, EXIT_USAGE, "--root: this kernel has no Landlock, so nothing would keep the process there");
    if (!calls || deny_calls(what->copies) != 0)
        return err_set(
            e, EXIT_USAGE,
            "this system does not let a process deny itself the network (%s); --no-sandbox goes on without",
            strerror(errno));
    return 0;
}
