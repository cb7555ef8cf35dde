// expect: race
// A size whose address a helper hands to another, which keeps it.
int *kept;
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
static void keep(int *n) { kept = n; }
static void load(int *n) {
  *n = 1 << 20;
  keep(n);
}
void log(const char *line);
void run(float *d) {
  int n = 0;
  load(&n);
  dim3 blocks(n / 256);
  log("");
  up<<<blocks, 256>>>(d, n);
}
