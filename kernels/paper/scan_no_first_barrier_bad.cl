// expect: race
//--local_size=256 --num_groups=1
// Fig. 1a without its first barrier: a thread reads what its neighbour already overwrites.
#define TS get_local_size(0)

__kernel void scan(__global int *sum) {
  const int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset < TS) {
    if (tid >= offset)
      temp = sum[tid - offset]; /*@race*/
    if (tid >= offset)
      sum[tid] = sum[tid] + temp; /*@race*/
    barrier(CLK_GLOBAL_MEM_FENCE);
    offset *= 2;
  }
}
