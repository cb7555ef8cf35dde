// expect: race
// Blocks are made of the size; that it is not negative excludes nothing here.
__global__ void shift(float *out, int n, int by) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    out[i] = out[i + by]; /*@race*/
}
void run(float *out, int n, int by) { shift<<<(n + 255) / 256, 256>>>(out, n, by); }
