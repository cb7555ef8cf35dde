// expect: race
//--local_size=* --num_groups=*
// The pairs are one apart.
__global__ void interleave(float *z, const float *re, const float *im, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    z[i] = re[i]; /*@race*/
    z[i + 1] = im[i]; /*@race*/
  }
}
