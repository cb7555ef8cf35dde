// expect: verified
//--local_size=256 --num_groups=*
// Rows of flags to rows of words with 32 flags each; a thread for each word.
__global__ void pack_bits(unsigned *words, const unsigned char *flags, int rows, int cols) {
  if (rows <= 0 || cols <= 0)
    return;
  const int per_row = (cols + 31) / 32;
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows * per_row)
    return;
  int row = t / per_row, word = t % per_row;
  unsigned bits = 0;
  for (int b = 0; b < 32 && word * 32 + b < cols; ++b)
    bits |= (unsigned)(flags[row * cols + word * 32 + b] != 0) << b;
  words[row * per_row + word] = bits;
}
