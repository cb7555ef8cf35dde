// expect: race
//--local_size=8 --num_groups=1
// The host writes to constant memory before the launch.
__constant__ int mode;
__global__ void k(int *a) {
  if (mode == 2)
    a[0] = threadIdx.x; /*@race*/
}
