// expect: race
//--local_size=8 --num_groups=1
// The twin of methods_with_body.cu: one method writes where a neighbour writes.

struct Big {
  int *d;
  __device__ void exp() { d[threadIdx.x] = 1; }
  __device__ void round() { d[threadIdx.x / 2] = threadIdx.x; } /*@race*/
};

__global__ void methods_with_body_bad(int *p) {
  Big b{p};
  b.exp();
  b.round();
}
