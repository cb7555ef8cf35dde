// expect: verified
//--local_size=64 --num_groups=4
// References to elements, swapped by a function.
template <typename T> __device__ void exchange(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}

__global__ void references(int *a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  exchange(a[2 * i], a[2 * i + 1]);
}
