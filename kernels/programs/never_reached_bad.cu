// expect: race
// A size that neither has.
template <int BLOCK> __global__ void rows(int *d) { d[blockIdx.x * BLOCK + threadIdx.x] = threadIdx.x; /*@race*/ }
void run(int *d, int block_size) {
  if (block_size != 16)
    rows<32><<<4, block_size>>>(d);
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  run(d, 64);
}
