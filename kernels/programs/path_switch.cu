// expect: verified
// The block is that of the case; two cases fall into one launch.
template <int BLOCK> __global__ void rows(int *d) {
  d[blockIdx.x * BLOCK + threadIdx.x] = threadIdx.x;
}
void run(int *d, int threads, int blocks) {
  switch (threads) {
  case 512: rows<512><<<blocks, threads>>>(d); break;
  case 256: rows<256><<<blocks, threads>>>(d); break;
  case 64:
  case 128: rows<128><<<blocks, threads>>>(d); break;
  }
}
