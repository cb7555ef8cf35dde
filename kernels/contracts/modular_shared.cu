// expect: verified
//--blockDim=64 --gridDim=4 --no-inline
// One function for shared and for global memory, and for a variable of the thread.
__device__ int fill(int *p, int i, int v) {
  __requires(0 <= i && i < 64);
  __ensures(__write_implies(p, __write_offset_bytes(p) - __ptr_offset_bytes(p) == 4 * i));
  __ensures(__return_val_int() >= v);
  p[i] = v;
  return v;
}
__global__ void all(int *a) {
  __shared__ int s[64];
  int own[1];
  int t = threadIdx.x, v = fill(s, t, t);
  __syncthreads();
  fill(a + 64 * blockIdx.x, t, s[63 - t]);
  fill(own, 0, v);
  a[64 * blockIdx.x + t] = v;
}
