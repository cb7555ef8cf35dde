// expect: race
//--local_size=256 --num_groups=1
// Fig. 1a without its second barrier: the write of one round meets the read of the next.
#define TS get_local_size(0)

__kernel void scan(__global int *sum) {
  const int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset < TS) {
    if (tid >= offset)
      temp = sum[tid - offset]; /*@race*/
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (tid >= offset)
      sum[tid] = sum[tid] + temp; /*@race*/
    offset *= 2;
  }
}
