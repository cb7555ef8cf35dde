// expect: verified
//--local_size=64 --num_groups=4
// Inheritance without virtual functions, and a member of the base class.
struct Shape {
  int *out;
  __device__ int place(int i) const { return 2 * i; }
};
struct Square : Shape {
  int side;
  __device__ void store(int i) const {
    out[place(i)] = side * side;
    out[place(i) + 1] = side;
  }
};

__global__ void inheritance(int *out) {
  Square s;
  s.out = out;
  s.side = threadIdx.x;
  s.store(blockIdx.x * blockDim.x + threadIdx.x);
}
