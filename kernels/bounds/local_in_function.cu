// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A function writes to the array that it is given.

__device__ void fill(int *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = i;
}

__global__ void local_in_function(int *out) {
  int l[4];
  fill(l, 4);
  out[threadIdx.x] = l[threadIdx.x % 4];
}
