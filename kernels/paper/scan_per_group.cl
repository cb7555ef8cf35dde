// expect: verified
//--local_size=64 --num_groups=8
// The repair of scan_two_groups_bad.cl: each group scans its own segment.
#define TS get_local_size(0)

__kernel void scan(__global int *sum) {
  const int tid = get_local_id(0);
  __global int *segment = sum + get_group_id(0) * TS;
  int offset = 1, temp;
  while (offset < TS) {
    if (tid >= offset)
      temp = segment[tid - offset];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (tid >= offset)
      segment[tid] = segment[tid] + temp;
    barrier(CLK_GLOBAL_MEM_FENCE);
    offset *= 2;
  }
}
