// expect: race
//--local_size=8 --num_groups=2
// The twin of global_id_with_body.cu whose body forgets the block.

__device__ int get_global_id(int d) {
  return d == 0 ? threadIdx.x : 0;
}

__global__ void global_id_with_body_bad(int *p) {
  p[get_global_id(0)] = blockIdx.x; /*@race*/
}
