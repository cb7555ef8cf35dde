// expect: race
//--local_size=64 --num_groups=4
// The derived class hides the function of the base class and forgets the factor.
struct Shape {
  int *out;
  __device__ int place(int i) const { return 2 * i; }
};
struct Square : Shape {
  int side;
  __device__ int place(int i) const { return i; }
  __device__ void store(int i) const {
    out[place(i)] = side;          /*@race*/
    out[place(i) + 1] = side + 5;  /*@race*/
  }
};

__global__ void inheritance(int *out) {
  Square s;
  s.out = out;
  s.side = threadIdx.x;
  s.store(blockIdx.x * blockDim.x + threadIdx.x);
}
