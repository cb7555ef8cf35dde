// expect fill (function): verified
// expect all: race
//--blockDim=64 --gridDim=4 --no-inline
// Without the barrier, what is read is what another thread's call may write.
__device__ int fill(int *p, int i, int v) {
  __requires(0 <= i && i < 64);
  __ensures(__write_implies(p, __write_offset_bytes(p) - __ptr_offset_bytes(p) == 4 * i)); /*@race*/
  __ensures(__return_val_int() >= v);
  p[i] = v;
  return v;
}
__global__ void all(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x, v = fill(s, t, t);
  fill(a + 64 * blockIdx.x, t, s[63 - t]); /*@race*/
}
