// expect: verified
//--local_size=64 --num_groups=4
// A struct with pointers and sizes passed by value, as C++ users do instead of long parameter lists.
struct View {
  int *data;
  int size;
  __device__ int &operator[](int i) { return data[i]; }
};

__global__ void struct_argument(View in, View out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < in.size && i < out.size)
    out[i] = in[i + 1];
}
