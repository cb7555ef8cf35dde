// expect: race
// A dim3 that is changed member by member.
__global__ void ids(int *d) { d[blockIdx.x * blockDim.x + threadIdx.x] = 1 + threadIdx.y; /*@race*/ }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  dim3 block(64), grid = 4;
  block.y = 2;
  ids<<<grid, block>>>(d);
}
