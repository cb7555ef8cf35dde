// expect: race
// A header calls the function that launches, by a macro.
__global__ void one(int *d, int n) {
  int i = threadIdx.x;
  if (n != 64)
    d[0] = i; // by every thread
  d[64 + i] = i;
}
void go(int *d, int n) { one<<<1, 64>>>(d, n); }
