// expect: race
// A jump back to where it changes.
__global__ void sum(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = i < n ? i : 0;
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0 && n % 256 == 0 && gridDim.x != n / 256)
    p[0] = 1; /*@race*/
}
void run(int *p, int argc) {
  int n = 1024, blocks = 0, round = 0;
again:
  n += 256;
  if (round++ > 0) {
    sum<<<blocks, 256>>>(p, n);
    return;
  }
  {
    const int now = (n + 255) / 256;
    blocks = now;
    goto again;
  }
}
