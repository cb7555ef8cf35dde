// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// An array in the last structure of an array, and the place behind.

struct Item {
  short key;
  int values[3];
};

__global__ void structs(int *out) {
  Item items[2] = {};
  items[threadIdx.x % 2].values[3] = threadIdx.x;
  out[threadIdx.x] = items[1].values[2];
}
