// expect: race
//--local_size=8 --num_groups=1
// The host writes to constant memory of this file only, by its symbol.
static __constant__ int mode[2] = {1, 1};
__global__ void k(int *a) {
  if (mode[1] == 2)
    a[0] = threadIdx.x; /*@race*/
}
