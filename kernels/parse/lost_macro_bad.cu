// expect: race
// A macro hides the name of what it changes.
#define CHECK(call) blocks = glCheck(call)
__global__ void fill(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[threadIdx.x] = i; /*@race*/
}
void run(int *p, int n) {
  int blocks = 1;
  CHECK(n);
  fill<<<blocks, 256>>>(p, n);
}
