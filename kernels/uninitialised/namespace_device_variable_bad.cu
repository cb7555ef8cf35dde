// expect: race
//--local_size=8 --num_groups=1
// A device variable in a namespace without a name is still written by the host.
namespace {
__device__ int mode[2] = {0, 0};
}
__global__ void k(int *a) {
  if (mode[1] == 2)
    a[0] = threadIdx.x; /*@race*/
}
