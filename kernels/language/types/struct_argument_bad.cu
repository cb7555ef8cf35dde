// expect: race
//--local_size=64 --num_groups=4
// Only one view is left: it is read and written.
struct View {
  int *data;
  int size;
  __device__ int &operator[](int i) { return data[i]; }
};

__global__ void struct_argument(View a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.size) {
    int next = a.data[i + 1]; /*@race*/
    a.data[i] = next;         /*@race*/
  }
}
