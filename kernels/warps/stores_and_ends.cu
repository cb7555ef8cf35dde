// expect: verified
//--local_size=64 --num_groups=2
// Lanes that store and end are waited for until they have.
__global__ void stores_and_ends(float *o, const float *a, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) {
    o[i] = 0;
    return;
  }
  float v = a[i];
  v += __shfl_xor_sync(0xffffffff, v, 1);
  o[i] = v;
}
