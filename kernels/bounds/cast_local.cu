// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// Six bytes as an int and a short.

__global__ void cast_local(int *out) {
  __align__(4) char six[6] = {};
  *(int *)six = threadIdx.x;
  *(short *)(six + 4) = 1;
  out[threadIdx.x] = *(int *)six;
}
