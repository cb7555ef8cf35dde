// expect: race
//--local_size=64 --num_groups=1
// The steps are no multiples of what the threads' indices span.

__kernel void nested_steps_barrier(__global int *out, __global int *sum, int n, int m) {
  const int tid = get_local_id(0);
  int at = 2 * tid;
  for (int i = 0; i < n; i++) {
    out[at] = i; /*@race*/
    for (int j = 0; j < m; j++) {
      at += (i & 1) ? 128 : 64;
      out[at + 1] = i + j; /*@race*/
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    sum[at + 1] += out[at] + out[at + 1]; /*@race*/
  }
}
