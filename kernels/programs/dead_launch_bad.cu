// expect: race
// A kernel that no launch reaches is judged for any.
__global__ void ids(int *d) { d[threadIdx.x] = blockIdx.x; /*@race*/ }
void run(int *d) {
  return;
  ids<<<1, 64>>>(d);
}
