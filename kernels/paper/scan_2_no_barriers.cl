// expect: verified
//--local_size=2 --num_groups=1
// Two threads need no barrier: thread 1 alone reads sum[0], and nobody writes sum[0].
#define TS get_local_size(0)

__kernel void scan(__global int *sum) {
  const int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset < TS) {
    if (tid >= offset)
      temp = sum[tid - offset];
    if (tid >= offset)
      sum[tid] = sum[tid] + temp;
    offset *= 2;
  }
}
