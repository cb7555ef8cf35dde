// expect: race
//--local_size=256 --num_groups=*
// The words of a row are rounded down, those of the guard up.
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
  words[row * (cols / 32) + word] = bits; /*@race*/
}
