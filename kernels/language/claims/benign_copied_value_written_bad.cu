// expect: race
//--local_size=64 --num_groups=1
// Two threads write what both read from one element, which another one changes.

__global__ void benign_copied_value(int *a) {
  if (threadIdx.x < 32)
    a[64 + threadIdx.x / 2] = a[threadIdx.x / 2]; /*@race*/
  else
    a[threadIdx.x - 32] = threadIdx.x;
}
