// expect: verified
//--local_size=32 --num_groups=1 --warp-sync=32
// What one instruction moves is read by all lanes before any of them writes.
__global__ void lock_step_struct(int4 *rows) {
  const int t = threadIdx.x;
  rows[t] = rows[t + 1];
}
