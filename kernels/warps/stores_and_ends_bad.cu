// expect: race
//--local_size=64 --num_groups=2
// What the lanes that have ended stored is not ordered before what the others do behind the barrier.
__global__ void stores_and_ends(float *o, const float *a, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) {
    o[i] = 0; /*@race*/
    return;
  }
  float v = a[i];
  v += __shfl_xor_sync(0xffffffff, v, 1);
  __syncwarp();
  o[i ^ 1] = v; /*@race*/
}
