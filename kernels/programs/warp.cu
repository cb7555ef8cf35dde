// expect: verified
// The launch has one warp, whose threads exchange by shuffles.
__global__ void reverse(int *d) {
  __shared__ int s[32];
  s[threadIdx.x & 31] = threadIdx.x;
  __syncthreads();
  d[threadIdx.x] = s[31 - (threadIdx.x & 31)];
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  reverse<<<1, 32>>>(d);
}
