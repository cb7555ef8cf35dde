// expect: race
// One block more than the half has elements: its threads read what others write.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  const int n = 1024;
  up<<<n / 256 + 1, 256>>>(d, n);
  cudaDeviceSynchronize();
}
