// expect: verified
//--local_size=8 --num_groups=1
// The same methods with bodies mean their bodies.

struct Big {
  int *d;
  __device__ void exp() { d[threadIdx.x] = 1; }
  __device__ void round() { d[threadIdx.x] += 2; }
  __device__ void sign(int n) { d[threadIdx.x] = n; }
};

__global__ void methods_with_body(int *p) {
  Big b{p};
  b.exp();
  b.round();
  b.sign(3);
}
