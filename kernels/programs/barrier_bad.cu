// expect: race
// Without the barrier.
__global__ void turn(int *d) { // only within a warp without a barrier
  __shared__ int s[64];
  s[threadIdx.x] = d[blockIdx.x * blockDim.x + threadIdx.x];
  d[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; /*@race*/
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  turn<<<8, 64>>>(d);
}
