// expect reads: error
// expect takes: verified
//--local_size=64 --num_groups=4
// An error in one function of a class template spoils who calls that function.
template <class T> struct Box {
  T v;
  __device__ T get() const { return v.nothing(); }
  __device__ T raw() const { return v; }
};

__global__ void reads(int *a) {
  Box<int> b{1};
  a[threadIdx.x + blockIdx.x * blockDim.x] = b.get();
}

__global__ void takes(int *a) {
  Box<int> b{1};
  a[threadIdx.x + blockIdx.x * blockDim.x] = b.raw();
}
