// expect: verified
//--blockDim=128 --gridDim=1 --no-benign-tolerance
// Very many accesses in front of a barrier of some threads, and a branch behind it: no more are made there.
#define EIGHT(i) a[t * 80 + (i)] = 1; a[t * 80 + (i) + 1] = 1; a[t * 80 + (i) + 2] = 1; a[t * 80 + (i) + 3] = 1; \
                 a[t * 80 + (i) + 4] = 1; a[t * 80 + (i) + 5] = 1; a[t * 80 + (i) + 6] = 1; a[t * 80 + (i) + 7] = 1;
__global__ void many(int *a, int *o, int n) {
  int t = threadIdx.x;
  if (t < 96) {
    EIGHT(0) EIGHT(8) EIGHT(16) EIGHT(24) EIGHT(32) EIGHT(40) EIGHT(48) EIGHT(56) EIGHT(64)
    asm volatile("bar.sync 1, 96;" ::: "memory");
    if (n > 3)
      o[t] = 1;
    o[t + 128] = a[(95 - t) * 80];
  }
}
