// expect: verified
//--local_size=64 --num_groups=4
// A lambda handed to a device function template.
template <typename F> __device__ void for_row(int i, F f) {
  for (int j = 0; j < 4; ++j)
    f(4 * i + j, j);
}

__global__ void lambda(int *out, int scale) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for_row(i, [=] __device__(int place, int j) { out[place] = j * scale; });
}
