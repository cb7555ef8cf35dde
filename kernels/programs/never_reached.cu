// expect: verified
// Blocks of 16 are never launched as blocks of 32 are.
template <int BLOCK> __global__ void rows(int *d) { d[blockIdx.x * BLOCK + threadIdx.x] = threadIdx.x; }
void run(int *d, int block_size) {
  if (block_size == 16)
    rows<16><<<4, block_size>>>(d);
  else
    rows<32><<<4, block_size>>>(d);
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  run(d, 32);
}
