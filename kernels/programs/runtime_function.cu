// expect: verified
// The runtime's functions that ask something of a kernel launch nothing.
__global__ void half(int *d) { // of 64 threads
  int i = threadIdx.x;
  d[i % 64] = i;
}
int main() {
  int *d;
  cudaMalloc(&d, 400);
  cudaFuncSetCacheConfig(half, cudaFuncCachePreferShared);
  half<<<1, 64>>>(d);
}
