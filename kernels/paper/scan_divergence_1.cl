// expect: verified
//--local_size=1 --num_groups=1
// Fig. 1b with a single thread, which cannot diverge from anybody.

__kernel void scan(__global int *sum) {
  const int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset <= tid) {
    temp = sum[tid - offset];
    barrier(CLK_GLOBAL_MEM_FENCE);
    sum[tid] = sum[tid] + temp;
    barrier(CLK_GLOBAL_MEM_FENCE);
    offset *= 2;
  }
}
