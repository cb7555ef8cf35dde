// expect: verified
//--local_size=64 --num_groups=4
// A kernel template, instantiated for two types and sizes.
template <typename T, int Pitch> __device__ T *row(T *base, int i) { return base + Pitch * i; }

template <typename T, int Width> __global__ void fill(T *out, T value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < Width; ++j)
    row<T, Width>(out, i)[j] = value + T(i);
}

template __global__ void fill<float, 3>(float *, float);
template __global__ void fill<short, 8>(short *, short);
