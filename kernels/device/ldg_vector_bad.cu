// expect: race
//--block-dim=8 --grid-dim=1
// Four words at once, of which the third is written by another thread.
__global__ void ldg_vector_bad(float4 *d, float *o) {
  d[threadIdx.x].z = threadIdx.x; /*@race*/
  __syncthreads();
  const float4 v = __ldg(&d[7 - threadIdx.x]); /*@race*/
  o[threadIdx.x] = v.x + v.z;
}
