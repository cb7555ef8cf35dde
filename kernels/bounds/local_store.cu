// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// The last element of a local array is written; nobody reads it.

__global__ void local_store(int *out) {
  int l[8];
  l[0] = 5;
  l[7] = 1;
  out[threadIdx.x] = l[0];
}
