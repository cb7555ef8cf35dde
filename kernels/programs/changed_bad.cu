// expect: race
// The variable is changed before the launch: the old value must not be believed.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int n = 1024;
  n /= 2;
  up<<<4, 256>>>(d, n);
  cudaDeviceSynchronize();
}
