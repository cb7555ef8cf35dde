// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// Arrays in an array of structures.

struct Item {
  short key;
  int values[3];
};

__global__ void structs(int *out) {
  Item items[2] = {};
  items[threadIdx.x % 2].values[2] = threadIdx.x;
  out[threadIdx.x] = items[1].values[2];
}
