/* What the host needs from the operating system and .NET does not give: a child that dies with its parent, and reads
   and writes with a deadline. Linked into the host (lockstep-boogie-host.csproj), called from Solver.cs. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Starts path with argv; its standard input and output become *to and *from, standard error goes with output.
   The child is killed when the calling thread ends, and so when the host is. Returns the process id or -errno. */
int lockstep_spawn(const char *path, char *const argv[], int *to, int *from) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0)
    return -errno;
  if (pipe2(out, O_CLOEXEC) != 0) {
    int saved = errno;
    close(in[0]);
    close(in[1]);
    return -saved;
  }
  pid_t parent = getpid();
  volatile int failed = 0; /* vfork: the child shares our memory until it has become the solver */
  pid_t child = vfork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(127);
    dup2(in[0], 0);
    dup2(out[1], 1);
    dup2(out[1], 2);
    execv(path, argv);
    failed = errno;
    _exit(127);
  }
  int saved = errno;
  close(in[0]);
  close(out[1]);
  if (child < 0 || failed) {
    close(in[1]);
    close(out[0]);
    if (child > 0)
      waitpid(child, NULL, 0);
    return child < 0 ? -saved : -failed;
  }
  fcntl(in[1], F_SETFL, O_NONBLOCK);
  *to = in[1];
  *from = out[0];
  return child;
}

/* From now on the child may have so many megabytes of address space; 0: any number. */
void lockstep_limit(int child, int megabytes) {
  struct rlimit limit;
  if (prlimit(child, RLIMIT_AS, NULL, &limit) != 0)
    return;
  limit.rlim_cur = megabytes == 0 ? limit.rlim_max : (rlim_t)megabytes << 20;
  prlimit(child, RLIMIT_AS, &limit, NULL);
}

/* Collects a child that was killed or has ended. */
void lockstep_reap(int child, int to, int from) {
  close(to);
  close(from);
  kill(child, SIGKILL);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
    ;
}

int64_t lockstep_clock_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Waits for events on fd until the deadline: 1 ready, 0 too late. */
static int ready(int fd, short events, int64_t deadline) {
  for (;;) {
    int64_t left = deadline - lockstep_clock_ms();
    if (left < 0)
      left = 0;
    struct pollfd p = {fd, events, 0};
    int n = poll(&p, 1, left > 1000000 ? 1000000 : (int)left);
    if (n > 0)
      return 1;
    if (n == 0 && lockstep_clock_ms() >= deadline)
      return 0;
    if (n < 0 && errno != EINTR)
      return 1; /* the read or write will say */
  }
}

/* Bytes read, 0 at the end of the stream or on an error, -1 when the deadline has passed. */
int lockstep_read(int fd, char *buffer, int size, int64_t deadline) {
  if (!ready(fd, POLLIN, deadline))
    return -1;
  ssize_t n;
  do
    n = read(fd, buffer, (size_t)size);
  while (n < 0 && errno == EINTR);
  return n < 0 ? 0 : (int)n;
}

/* 1 when all is written, 0 when nobody reads any more, -1 when the deadline has passed. */
int lockstep_write(int fd, const char *buffer, int size, int64_t deadline) {
  int done = 0;
  while (done < size) {
    ssize_t n = write(fd, buffer + done, (size_t)(size - done));
    if (n > 0) {
      done += (int)n;
    } else if (errno == EAGAIN) {
      if (!ready(fd, POLLOUT, deadline))
        return -1;
    } else if (errno != EINTR) {
      return 0;
    }
  }
  return 1;
}

/* At start: a vanished reader is an error value, not a signal. Answers go to the returned copy of standard output;
   whatever a library prints goes to standard error. */
int lockstep_start(void) {
  signal(SIGPIPE, SIG_IGN);
  int answers = fcntl(1, F_DUPFD_CLOEXEC, 3);
  dup2(2, 1);
  return answers;
}

/* Whether anybody could still read what is written to fd. */
int lockstep_has_reader(int fd) {
  struct pollfd p = {fd, 0, 0};
  return poll(&p, 1, 0) <= 0 || !(p.revents & (POLLERR | POLLHUP | POLLNVAL));
}
