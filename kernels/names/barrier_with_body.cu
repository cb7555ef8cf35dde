// expect: race
//--local_size=8 --num_groups=1
// The same name with a body means its body.

__device__ void barrier(int id) {}

__global__ void barrier_with_body(int *p) {
  p[threadIdx.x] = 1; /*@race*/
  barrier(3);
  p[7 - threadIdx.x] = 2; /*@race*/
}
