// expect: race
//--local_size=16 --num_groups=4
// Rows of 33 bytes are let through: the last one is the first of the next row.

__global__ void rows(char *out, const char *in, const unsigned *length) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = length[i];
  if (n > 33)
    return;
  memcpy(out + 32 * i, in + 40 * i, n); /*@race*/
}
