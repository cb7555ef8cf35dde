// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// A pointer to a local array in a local structure, and the place behind the array.

struct View {
  int *data;
  int length;
};

__global__ void local_through_struct(int *out) {
  int l[4] = {};
  View v{l, 4};
  v.data[v.length] = threadIdx.x;
  out[threadIdx.x] = l[3];
}
