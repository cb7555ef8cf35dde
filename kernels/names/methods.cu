// expect: unsupported
//--local_size=8 --num_groups=1
// Methods without a body, named like mathematical functions.

struct Big {
  int *d;
  __device__ void exp();
  __device__ void round();
  __device__ void sign(int);
};

__global__ void methods(int *p) {
  Big b{p};
  b.exp();   /*@unsupported*/
  b.round(); /*@unsupported*/
  b.sign(3); /*@unsupported*/
}
