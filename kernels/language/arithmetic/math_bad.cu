// expect: race
//--local_size=64 --num_groups=4
// __mul24 with the wrong factor.

__global__ void math(float *a) {
  const int i = __mul24(blockIdx.x, 32) + threadIdx.x;
  a[i] = sqrtf(a[i]); /*@race*/
}
