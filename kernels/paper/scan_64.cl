// expect: verified
//--local_size=64 --num_groups=1
// Fig. 1a with 64 threads; the thread id is used as the size_t that it is.
#define TS get_local_size(0)
#define tid get_local_id(0)

__kernel void scan(__global int *sum) {
  size_t offset = 1;
  int temp;
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
