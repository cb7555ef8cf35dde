// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A pointer to a local array in a local structure.

struct View {
  int *data;
  int length;
};

__global__ void local_through_struct(int *out) {
  int l[4];
  View v{l, 4};
  v.data[v.length - 1] = threadIdx.x;
  out[threadIdx.x] = l[3];
}
