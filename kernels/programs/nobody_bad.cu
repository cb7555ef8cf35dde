// expect nobody: race
// expect launched: verified
// Any launch: several blocks, too.
__global__ void launched(int *d) { d[threadIdx.x] = threadIdx.x; }
__global__ void nobody(int *d) { d[threadIdx.x] = blockIdx.x; /*@race*/ }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  launched<<<1, 64>>>(d);
}
