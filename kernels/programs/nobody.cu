// expect: verified
// A kernel that nobody launches is judged for any launch.
__global__ void launched(int *d) { d[threadIdx.x] = threadIdx.x; }
__global__ void nobody(int *d) { d[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x; }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  launched<<<1, 64>>>(d);
}
