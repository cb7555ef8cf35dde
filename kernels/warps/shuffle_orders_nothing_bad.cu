// expect: race
//--local_size=32 --num_groups=1
// A shuffle is no fence.
__global__ void shuffle_orders_nothing(int *p) {
  __shared__ int s[32];
  s[threadIdx.x] = p[threadIdx.x];
  int v = __shfl_xor_sync(0xffffffffu, p[threadIdx.x], 1);
  p[threadIdx.x] = v + s[threadIdx.x ^ 1]; /*@race*/
}
