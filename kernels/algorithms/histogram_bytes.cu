// expect: verified
//--local_size=64 --num_groups=64
// A column of 64 bins for each thread, a byte a bin; they are cleared as words, across the columns.

__global__ void histogram_bytes(const unsigned *data, unsigned *out, int words) {
  __shared__ unsigned char bins[64 * 64];
  const int t = threadIdx.x;
  unsigned *const as_words = (unsigned *)bins;
  for (int i = 0; i < 16; ++i)
    as_words[t * 16 + i] = 0;
  __syncthreads(); // cleared
  unsigned char *const mine = bins + t;
  int rounds = 0;
  for (int p = blockIdx.x * 64 + t; p < words && rounds < 63; p += 64 * 64) {
    const unsigned d = data[p];
    mine[((d >> 2) & 63) * 64]++;
    mine[((d >> 10) & 63) << 6]++;
    ++rounds;
  }
  __syncthreads();
  unsigned sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += bins[t * 64 + ((i + t) & 63)];
  out[blockIdx.x * 64 + t] = sum;
}
