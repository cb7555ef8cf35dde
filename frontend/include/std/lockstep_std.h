// lockstep_std.h: as much of C's and C++'s libraries as CUDA files use beside kernels, served under the usual names.
// Host parts are declared only. For another library, give its directories (-I) and they come after these.
#pragma once

#include <float.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define EOF (-1)
#define CLOCKS_PER_SEC 1000000L
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LN2 0.69314718055994530942
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_LOG10E 0.43429448190325182765
#define M_LN10 2.30258509299404568402
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif

typedef struct __lockstep_FILE FILE;
typedef long time_t;
typedef long clock_t;
typedef int pid_t;
struct timeval { long tv_sec, tv_usec; };
struct timespec { long tv_sec, tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define BUFSIZ 8192
__attribute__((host)) clock_t clock(void);
extern "C" {
extern FILE *stdin, *stdout, *stderr;
LKS_HOST int fprintf(FILE *, const char *, ...);
LKS_HOST int sprintf(char *, const char *, ...);
LKS_HOST int snprintf(char *, size_t, const char *, ...);
LKS_HOST int scanf(const char *, ...);
LKS_HOST int sscanf(const char *, const char *, ...);
LKS_HOST int fscanf(FILE *, const char *, ...);
LKS_HOST int puts(const char *);
LKS_HOST int putchar(int);
LKS_HOST FILE *fopen(const char *, const char *);
LKS_HOST int fclose(FILE *);
LKS_HOST int fflush(FILE *);
LKS_HOST char *fgets(char *, int, FILE *);
LKS_HOST size_t fread(void *, size_t, size_t, FILE *);
LKS_HOST size_t fwrite(const void *, size_t, size_t, FILE *);
LKS_HOST int fseek(FILE *, long, int);
LKS_HOST long ftell(FILE *);
LKS_HOST int feof(FILE *);
LKS_HOST int ferror(FILE *);
LKS_HOST int fgetc(FILE *);
LKS_HOST int fputc(int, FILE *);
LKS_HOST int fputs(const char *, FILE *);
LKS_HOST void rewind(FILE *);
LKS_HOST int vfprintf(FILE *, const char *, __builtin_va_list);
LKS_HOST int vsnprintf(char *, size_t, const char *, __builtin_va_list);
LKS_HOST int vprintf(const char *, __builtin_va_list);
LKS_HOST int getchar(void);
LKS_HOST char *strerror(int);
LKS_HOST char *strrchr(const char *, int);
LKS_HOST char *strncat(char *, const char *, size_t);
LKS_HOST int tolower(int);
LKS_HOST int toupper(int);
LKS_HOST int isdigit(int);
LKS_HOST int isspace(int);
LKS_HOST unsigned sleep(unsigned);
LKS_HOST int usleep(unsigned);
LKS_HOST void perror(const char *);
LKS_HOST void *calloc(size_t, size_t);
LKS_HOST void *realloc(void *, size_t);
LKS_HOST __attribute__((noreturn)) void abort(void);
LKS_HOST int atoi(const char *);
LKS_HOST long atol(const char *);
LKS_HOST double atof(const char *);
LKS_HOST long strtol(const char *, char **, int);
LKS_HOST unsigned long strtoul(const char *, char **, int);
LKS_HOST double strtod(const char *, char **);
LKS_HOST float strtof(const char *, char **);
LKS_HOST int rand(void);
LKS_HOST void srand(unsigned);
LKS_HOST double drand48(void);
LKS_HOST void srand48(long);
LKS_HOST char *getenv(const char *);
LKS_HOST int system(const char *);
LKS_HOST void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
LKS_HOST int memcmp(const void *, const void *, size_t);
LKS_HOST size_t strlen(const char *);
LKS_HOST int strcmp(const char *, const char *);
LKS_HOST int strcasecmp(const char *, const char *);
LKS_HOST int strncasecmp(const char *, const char *, size_t);
LKS_HOST int strncmp(const char *, const char *, size_t);
LKS_HOST char *strcpy(char *, const char *);
LKS_HOST char *strncpy(char *, const char *, size_t);
LKS_HOST char *strcat(char *, const char *);
LKS_HOST char *strchr(const char *, int);
LKS_HOST char *strstr(const char *, const char *);
LKS_HOST char *strtok(char *, const char *);
LKS_HOST char *strdup(const char *);
LKS_HOST time_t time(time_t *);
LKS_HOST int gettimeofday(struct timeval *, void *);
LKS_HOST int clock_gettime(int, struct timespec *);
LKS_HOST long long strtoll(const char *, char **, int);
LKS_HOST unsigned long long strtoull(const char *, char **, int);
LKS_HOST long long atoll(const char *);
LKS_HOST int setenv(const char *, const char *, int);
LKS_HOST int atexit(void (*)(void));
LKS_HOST char *strerror_r(int, char *, size_t);
LKS_HOST void *memchr(const void *, int, size_t);
LKS_HOST size_t strspn(const char *, const char *);
LKS_HOST size_t strcspn(const char *, const char *);
LKS_HOST size_t strnlen(const char *, size_t);
LKS_HOST char *strtok_r(char *, const char *, char **);
LKS_HOST char *strndup(const char *, size_t);
LKS_HOST int isalpha(int);
LKS_HOST int isalnum(int);
LKS_HOST int isupper(int);
LKS_HOST int islower(int);
LKS_HOST int isprint(int);
LKS_HOST int ispunct(int);
LKS_HOST int isxdigit(int);
LKS_HOST char *ctime(const time_t *);
LKS_HOST double difftime(time_t, time_t);
LKS_HOST struct tm *localtime(const time_t *);
LKS_HOST struct tm *gmtime(const time_t *);
LKS_HOST size_t strftime(char *, size_t, const char *, const struct tm *);
LKS_HOST time_t mktime(struct tm *);
LKS_HOST int nanosleep(const struct timespec *, struct timespec *);
LKS_HOST int vsprintf(char *, const char *, __builtin_va_list);
LKS_HOST int getc(FILE *);
LKS_HOST int putc(int, FILE *);
LKS_HOST int ungetc(int, FILE *);
LKS_HOST FILE *freopen(const char *, const char *, FILE *);
LKS_HOST FILE *tmpfile(void);
LKS_HOST FILE *popen(const char *, const char *);
LKS_HOST int pclose(FILE *);
LKS_HOST long random(void);
LKS_HOST void srandom(unsigned);
LKS_HOST int rand_r(unsigned *);
LKS_HOST void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
LKS_HOST void setbuf(FILE *, char *);
LKS_HOST void clearerr(FILE *);
LKS_HOST long getline(char **, size_t *, FILE *);
}

#include "lockstep_std_cpp.h"
