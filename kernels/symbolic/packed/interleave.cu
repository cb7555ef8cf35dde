// expect: verified
//--local_size=* --num_groups=*
// Real and imaginary parts into pairs.
__global__ void interleave(float *z, const float *re, const float *im, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    z[2 * i] = re[i];
    z[2 * i + 1] = im[i];
  }
}
