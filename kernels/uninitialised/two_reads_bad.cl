// expect: race
//--local_size=8 --num_groups=1
// Two reads of a byte that nobody has written need not agree.
__kernel void two_reads(__global int *out) {
  uchar bytes[4];
  bytes[0] = 1;
  if (bytes[3] + 256 * bytes[3] == 256)
    out[0] = get_local_id(0); /*@race*/
}
