// expect: race
//--local_size=8 --num_groups=1
// The host may have changed a device variable since its initialisation.
__device__ int mode = 0;
__global__ void k(int *a) {
  if (mode == 2)
    a[0] = threadIdx.x; /*@race*/
}
