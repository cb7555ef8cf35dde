// lockstep_std_posix.h: what host code uses of POSIX, declared so that it can be parsed: files, memory, processes, threads;
// of OpenMP's runtime and of rounding modes, too. Nothing of it is compiled.
#pragma once

#include <lockstep_std.h>

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON 32
#define MAP_FAILED ((void *)-1)
#define WNOHANG 1
#define WIFEXITED(status) (((status) & 0x7f) == 0)
#define WEXITSTATUS(status) (((status) >> 8) & 0xff)
#define WIFSIGNALED(status) (((status) & 0x7f) != 0)
#define WTERMSIG(status) ((status) & 0x7f)
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PAGESIZE 30
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00

typedef long ssize_t;
typedef long off_t;
typedef unsigned mode_t;
typedef unsigned uid_t;
typedef unsigned gid_t;
typedef unsigned long ino_t;
typedef unsigned long dev_t;
typedef unsigned key_t;
struct stat { dev_t st_dev; ino_t st_ino; mode_t st_mode; uid_t st_uid; gid_t st_gid; off_t st_size; time_t st_mtime; };
struct utsname { char sysname[65], nodename[65], release[65], version[65], machine[65]; };
typedef unsigned long pthread_t;
typedef struct { int state[10]; } pthread_mutex_t;
typedef struct { int state[12]; } pthread_cond_t;
typedef struct { int state[8]; } pthread_barrier_t;
typedef struct { int state[14]; } pthread_attr_t;
typedef struct { int state[1]; } pthread_mutexattr_t, pthread_condattr_t, pthread_barrierattr_t;

typedef struct lks_directory DIR;
struct dirent { ino_t d_ino; off_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
typedef struct { size_t gl_pathc; char **gl_pathv; size_t gl_offs; int gl_flags; } glob_t;
struct option { const char *name; int has_arg, *flag, val; };
struct in_addr { unsigned s_addr; };
struct sockaddr { unsigned short sa_family; char sa_data[14]; };
struct sockaddr_in { unsigned short sin_family, sin_port; in_addr sin_addr; unsigned char sin_zero[8]; };
typedef unsigned socklen_t;
struct rusage { timeval ru_utime, ru_stime; long ru_maxrss; };
#define DT_DIR 4
#define DT_REG 8
#define GLOB_ERR 1
#define GLOB_NOSPACE 1
#define GLOB_NOMATCH 3
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_LOCAL 0
#define RTLD_GLOBAL 256
#define no_argument 0
#define required_argument 1
#define optional_argument 2
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define SO_REUSEPORT 15
#define INADDR_ANY 0u
#define RUSAGE_SELF 0
extern "C" {
LKS_HOST int open(const char *, int, ...);
LKS_HOST int close(int);
LKS_HOST ssize_t read(int, void *, size_t);
LKS_HOST ssize_t write(int, const void *, size_t);
LKS_HOST off_t lseek(int, off_t, int);
LKS_HOST int ftruncate(int, off_t);
LKS_HOST int access(const char *, int);
LKS_HOST int unlink(const char *);
LKS_HOST int mkdir(const char *, mode_t);
LKS_HOST int stat(const char *, struct stat *);
LKS_HOST int fstat(int, struct stat *);
LKS_HOST int fileno(FILE *);
LKS_HOST void *mmap(void *, size_t, int, int, int, off_t);
LKS_HOST int munmap(void *, size_t);
LKS_HOST int mlock(const void *, size_t);
LKS_HOST int munlock(const void *, size_t);
LKS_HOST int shm_open(const char *, int, mode_t);
LKS_HOST int shm_unlink(const char *);
LKS_HOST int posix_memalign(void **, size_t, size_t);
LKS_HOST void *aligned_alloc(size_t, size_t);
LKS_HOST void *memalign(size_t, size_t);
LKS_HOST long sysconf(int);
LKS_HOST int getpagesize(void);
LKS_HOST pid_t getpid(void);
LKS_HOST pid_t fork(void);
LKS_HOST pid_t waitpid(pid_t, int *, int);
LKS_HOST pid_t wait(int *);
LKS_HOST int gethostname(char *, size_t);
LKS_HOST int uname(struct utsname *);
LKS_HOST void bzero(void *, size_t);
LKS_HOST int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
LKS_HOST int pthread_join(pthread_t, void **);
LKS_HOST pthread_t pthread_self(void);
LKS_HOST int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
LKS_HOST int pthread_mutex_lock(pthread_mutex_t *);
LKS_HOST int pthread_mutex_unlock(pthread_mutex_t *);
LKS_HOST int pthread_mutex_destroy(pthread_mutex_t *);
LKS_HOST int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
LKS_HOST int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
LKS_HOST int pthread_cond_signal(pthread_cond_t *);
LKS_HOST int pthread_cond_broadcast(pthread_cond_t *);
LKS_HOST int pthread_cond_destroy(pthread_cond_t *);
LKS_HOST int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
LKS_HOST int pthread_barrier_wait(pthread_barrier_t *);
LKS_HOST int pthread_barrier_destroy(pthread_barrier_t *);
LKS_HOST int omp_get_thread_num(void);
LKS_HOST int omp_get_num_threads(void);
LKS_HOST int omp_get_max_threads(void);
LKS_HOST int omp_get_num_procs(void);
LKS_HOST void omp_set_num_threads(int);
LKS_HOST double omp_get_wtime(void);
LKS_HOST int fesetround(int);
LKS_HOST int fegetround(void);
LKS_HOST int rename(const char *, const char *);
LKS_HOST int remove(const char *);
LKS_HOST int rmdir(const char *);
LKS_HOST char *getcwd(char *, size_t);
LKS_HOST int chdir(const char *);
LKS_HOST DIR *opendir(const char *);
LKS_HOST struct dirent *readdir(DIR *);
LKS_HOST int closedir(DIR *);
LKS_HOST int glob(const char *, int, int (*)(const char *, int), glob_t *);
LKS_HOST void globfree(glob_t *);
LKS_HOST void *dlopen(const char *, int);
LKS_HOST void *dlsym(void *, const char *);
LKS_HOST int dlclose(void *);
LKS_HOST char *dlerror(void);
LKS_HOST int getopt(int, char *const *, const char *);
LKS_HOST int getopt_long(int, char *const *, const char *, const struct option *, int *);
LKS_HOST char *basename(char *);
LKS_HOST char *dirname(char *);
LKS_HOST int sched_yield(void);
LKS_HOST int socket(int, int, int);
LKS_HOST int bind(int, const struct sockaddr *, unsigned);
LKS_HOST int listen(int, int);
LKS_HOST int accept(int, struct sockaddr *, unsigned *);
LKS_HOST int connect(int, const struct sockaddr *, unsigned);
LKS_HOST ssize_t send(int, const void *, size_t, int);
LKS_HOST ssize_t recv(int, void *, size_t, int);
LKS_HOST int setsockopt(int, int, int, const void *, unsigned);
LKS_HOST int inet_pton(int, const char *, void *);
LKS_HOST unsigned inet_addr(const char *);
LKS_HOST unsigned short htons(unsigned short);
LKS_HOST unsigned htonl(unsigned);
LKS_HOST unsigned short ntohs(unsigned short);
LKS_HOST unsigned ntohl(unsigned);
LKS_HOST int getrusage(int, struct rusage *);
extern char *optarg;
extern int optind, opterr, optopt;
}
