// expect: race
// A case falls through into the launch of the next.
template <int BLOCK> __global__ void rows(int *d) {
  d[blockIdx.x * BLOCK + threadIdx.x] = threadIdx.x; /*@race*/
}
int log(int);
void run(int *d, int threads, int blocks) {
  switch (threads) {
  case 512: log(threads);
  case 256: rows<256><<<blocks, threads>>>(d); break;
  }
}
