// expect: verified
//--local_size=256 --num_groups=1
// Fig. 1a of [CDKQ13]: inclusive scan by one group, both barriers in place.
#define TS get_local_size(0)

__kernel void scan(__global int *sum) {
  const int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset < TS) {
    if (tid >= offset)
      temp = sum[tid - offset];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (tid >= offset)
      sum[tid] = sum[tid] + temp;
    barrier(CLK_GLOBAL_MEM_FENCE);
    offset *= 2;
  }
}
