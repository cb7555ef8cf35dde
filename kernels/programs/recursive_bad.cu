// expect: race
// Recursion whose argument shrinks.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
static void go(float *d, int depth) {
  if (depth)
    go(d, depth - 1);
}
static void shrink(float *d, int depth) {
  if (depth)
    shrink(d, depth - 1);
  up<<<1, 256>>>(d, depth);
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  shrink(d, 10);
  cudaDeviceSynchronize();
}
