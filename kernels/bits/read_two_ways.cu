// expect: verified
//--blockDim=4 --gridDim=2
// Of an array that nobody writes one place decides what is read elsewhere, another one is computed with bits.
__global__ void k(unsigned *in, unsigned *out) {
  __shared__ unsigned a[12];
  int t = threadIdx.x, id = blockIdx.x * 4 + t;
  for (int i = 0; i < 5; ++i) {
    int now = (i & 2) * 4;
    a[now + t] = in[i * 4 + t];
  }
  for (int d = 1; d < 4; d *= 2)
    ;
  __syncthreads();
  out[id] = a[in[id] % 4];
}
