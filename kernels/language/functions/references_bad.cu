// expect: race
//--local_size=64 --num_groups=4
// The pairs overlap.
template <typename T> __device__ void exchange(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}

__global__ void references(int *a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0)
    exchange(a[2 * i], a[2 * i + 4]);
}
