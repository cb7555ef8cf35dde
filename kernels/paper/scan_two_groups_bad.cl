// expect: race
//--local_size=64 --num_groups=2
// Fig. 1a was written for one group: a barrier orders nothing between two.
#define TS get_local_size(0)

__kernel void scan(__global int *sum) {
  const int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset < TS) {
    if (tid >= offset)
      temp = sum[tid - offset];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (tid >= offset)
      sum[tid] = sum[tid] + temp; /*@race*/
    barrier(CLK_GLOBAL_MEM_FENCE);
    offset *= 2;
  }
}
