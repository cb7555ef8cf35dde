// expect: race
// A function that takes it by reference.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
static void look(int n) { n = 3; (void)n; }
static void set(int &n) { n = 3; }
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int n = 1024;
  set(n);
  up<<<4, 256>>>(d, n);
  cudaDeviceSynchronize();
}
