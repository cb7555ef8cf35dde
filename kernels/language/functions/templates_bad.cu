// expect: race
//--local_size=64 --num_groups=4
// The pitch of the row is a default that does not fit the width.
template <typename T, int Pitch = 4> __device__ T *row(T *base, int i) { return base + Pitch * i; }

template <typename T, int Width> __global__ void fill(T *out, T value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < Width; ++j)
    row<T>(out, i)[j] = value + T(i); /*@race*/
}

template __global__ void fill<int, 5>(int *, int);
