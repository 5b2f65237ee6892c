#pragma once
// No _GNU_SOURCE: Swift's Glibc module is built without it, and the two must agree on every struct. Hence the raw
// system calls below.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// How a child is to be started. Every field is read only until the call returns.
struct child_request {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const char *directory;        // NULL: the caller's
  const int *descriptors;       // descriptors[i] becomes descriptor i; all others are closed at exec
  int descriptor_count;
  int death_signal;             // sent to the child when the calling thread's process dies; 0: none
  bool new_session;
  bool new_process_group;
  bool controlling_terminal;    // the terminal at descriptor 0 becomes the new session's
  bool foreground;              // its group is the one that the terminal at descriptor 0 sends keys to
  bool keep_signal_mask;        // what the caller blocks stays blocked, and pending until the program takes it
  bool new_user_namespace;      // the caller's own ids are mapped to themselves
  bool new_pid_namespace;       // the child is its first process
  bool new_mount_namespace;
  bool mount_proc;              // a /proc of the new pid namespace
  const char *const *private_folders;  // each is covered by a tmpfs of the child's own; NULL-terminated, or NULL
};

// Where a child failed before it could run its program.
struct child_failure {
  char stage[24];
  int error;
};

// A pipe whose ends are closed at exec.
static inline int make_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

static inline void child_fail(int report, const char *stage) {
  struct child_failure failure = {.error = errno};
  strncpy(failure.stage, stage, sizeof failure.stage - 1);
  (void)!write(report, &failure, sizeof failure);
  _exit(127);
}

static inline int child_write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t written = write(file, text, strlen(text));
  close(file);
  return written < 0 ? -1 : 0;
}

static inline void child_enter_namespaces(const struct child_request *request, uid_t user, gid_t group, int report) {
  char map[64];
  if (request->new_user_namespace) {
    if (child_write_file("/proc/self/setgroups", "deny") < 0 && errno != ENOENT) child_fail(report, "setgroups");
    snprintf(map, sizeof map, "%u %u 1", user, user);
    if (child_write_file("/proc/self/uid_map", map) < 0) child_fail(report, "user map");
    snprintf(map, sizeof map, "%u %u 1", group, group);
    if (child_write_file("/proc/self/gid_map", map) < 0) child_fail(report, "group map");
  }
  if (request->new_mount_namespace && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
    child_fail(report, "private mounts");
  if (request->mount_proc && mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0)
    child_fail(report, "mount /proc");
  for (int i = 0; request->private_folders && request->private_folders[i]; i++)
    if (mount("tmpfs", request->private_folders[i], "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777") < 0)
      child_fail(report, "mount tmpfs");
}

static inline void child_place_descriptors(const struct child_request *request, int *report) {
  int count = request->descriptor_count, high[64];
  if (count > 64) { errno = EINVAL; child_fail(*report, "descriptors"); }
  // Lifted out of the way first, so that no descriptor is overwritten before it was copied.
  *report = fcntl(*report, F_DUPFD_CLOEXEC, 128);
  for (int i = 0; i < count; i++) {
    high[i] = request->descriptors[i] < 0 ? open("/dev/null", O_RDWR | O_CLOEXEC)
                                          : fcntl(request->descriptors[i], F_DUPFD_CLOEXEC, 128);
    if (high[i] < 0) child_fail(*report, "descriptors");
  }
  for (int i = 0; i < count; i++)
    if (dup2(high[i], i) < 0) child_fail(*report, "descriptors");
  if (syscall(SYS_close_range, (unsigned)count, ~0U, 1U << 2 /* CLOSE_RANGE_CLOEXEC */) < 0)
    child_fail(*report, "close_range");
}

// fork, clone with namespaces, and exec in one go: what runs between them must be C, since Swift's runtime is not safe there.
// Returns the pid, or -1 with *failure filled in.
static inline pid_t child_start(const struct child_request *request, struct child_failure *failure) {
  int report[2];
  memset(failure, 0, sizeof *failure);
  if (make_pipe(report) < 0) { failure->error = errno; strcpy(failure->stage, "pipe"); return -1; }
  unsigned long flags = SIGCHLD;
  if (request->new_user_namespace) flags |= CLONE_NEWUSER;
  if (request->new_pid_namespace) flags |= CLONE_NEWPID;
  if (request->new_mount_namespace) flags |= CLONE_NEWNS;
  uid_t user = geteuid();
  gid_t group = getegid();
  // All signals wait while the child still shares our handlers.
  sigset_t all, before, none;
  sigfillset(&all);
  sigemptyset(&none);
  sigprocmask(SIG_BLOCK, &all, &before);
  pid_t pid = flags == SIGCHLD ? fork() : (pid_t)syscall(SYS_clone, flags, 0, 0, 0, 0);
  if (pid == 0) {
    close(report[0]);
    int out = report[1];
    struct sigaction standard = {.sa_handler = SIG_DFL};
    struct sigaction now;
    for (int number = 1; number < 32; number++)
      if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN && now.sa_handler != SIG_DFL)
        sigaction(number, &standard, NULL);
    sigaction(SIGPIPE, &standard, NULL);
    child_enter_namespaces(request, user, group, out);
    if (request->new_session && setsid() < 0) child_fail(out, "setsid");
    if (request->new_process_group && setpgid(0, 0) < 0) child_fail(out, "setpgid");
    if (request->death_signal) {
      if (prctl(PR_SET_PDEATHSIG, request->death_signal) < 0) child_fail(out, "death signal");
      // A parent that died before is not told by getppid(2) in a new pid namespace, but by its closed end of the pipe.
      struct pollfd reader = {.fd = out, .events = 0};
      if (poll(&reader, 1, 0) != 0) _exit(127);
    }
    if (request->directory && chdir(request->directory) < 0) child_fail(out, "chdir");
    child_place_descriptors(request, &out);
    if (request->controlling_terminal && ioctl(0, TIOCSCTTY, 0) < 0) child_fail(out, "controlling terminal");
    // SIGTTOU is blocked as all are.
    if (request->foreground && tcsetpgrp(0, getpid()) < 0) child_fail(out, "foreground");
    sigprocmask(SIG_SETMASK, request->keep_signal_mask ? &before : &none, NULL);
    execve(request->path, request->arguments, request->environment);
    child_fail(out, "exec");
  }
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (pid < 0) {
    failure->error = error;
    strcpy(failure->stage, "clone");
    close(report[0]);
    return -1;
  }
  ssize_t got;
  do got = read(report[0], failure, sizeof *failure); while (got < 0 && errno == EINTR);
  close(report[0]);
  if (got == (ssize_t)sizeof *failure) {
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    return -1;
  }
  return pid;
}

// Varargs, which Swift does not import.
// gettid() is declared for GNU alone.
static inline bool is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }
static inline int become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
static inline int set_process_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }
static inline int set_death_signal(int number) { return prctl(PR_SET_PDEATHSIG, number, 0, 0, 0); }
static inline int pidfd_of(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }
static inline void signal_by_pidfd(int pidfd, int number) { syscall(SYS_pidfd_send_signal, pidfd, number, NULL, 0); }
static inline int terminal_size(int descriptor, struct winsize *size) { return ioctl(descriptor, TIOCGWINSZ, size); }
static inline int set_terminal_size(int descriptor, const struct winsize *size) { return ioctl(descriptor, TIOCSWINSZ, size); }
static inline int open_file(const char *path, int flags, unsigned mode) { return open(path, flags, mode); }
static inline int set_nonblocking(int descriptor, int on) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
}
// fcntl.h names F_SETPIPE_SZ, 1031, only where _GNU_SOURCE is defined before it, which a module cannot.
static inline int set_pipe_size(int descriptor, int bytes) { return fcntl(descriptor, 1031, bytes); }
static inline int accept_connection(int socket) { return (int)syscall(SYS_accept4, socket, NULL, NULL, SOCK_CLOEXEC); }
static inline void keep_at_exec(int descriptor) { fcntl(descriptor, F_SETFD, 0); }
static inline void close_at_exec(int descriptor) { fcntl(descriptor, F_SETFD, FD_CLOEXEC); }
static inline int duplicate_descriptor(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }
// Macros with arguments.
static inline int status_exited(int status) { return WIFEXITED(status); }
static inline int status_code(int status) { return WEXITSTATUS(status); }
static inline int status_stopped(int status) { return WIFSTOPPED(status); }
static inline int status_signal(int status) { return WTERMSIG(status); }
// struct sigaction's handler is a macro over a union.
static inline int is_ignored(int number) {
  struct sigaction now;
  return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}
