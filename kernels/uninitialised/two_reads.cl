// expect: verified
//--local_size=8 --num_groups=1
// A byte that somebody has written is the same in every read, whatever lies beside it.
__kernel void two_reads(__global int *out) {
  uchar bytes[4];
  bytes[3] = get_local_id(0);
  const uchar once = bytes[3];
  if (once + 256 * bytes[3] != 257 * get_local_id(0))
    out[0] = get_local_id(0);
}
