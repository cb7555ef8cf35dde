// expect: verified
// A size that a helper sets through a pointer, and that helper through another.
#include <cstdio>
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i];
}
static bool read(FILE *f, int *n) {
  if (n == NULL || fscanf(f, "%d", n) != 1)
    return false;
  return *n > 0;
}
static bool load(const char *path, int *n) {
  FILE *f = fopen(path, "r");
  return f && read(f, n);
}
void log(const char *line);
void run(float *d, const char *path) {
  int n = 0;
  if (!load(path, &n))
    return;
  dim3 blocks(n / 256);
  log(path);
  up<<<blocks, 256>>>(d, n);
}
