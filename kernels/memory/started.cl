// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 4, lines 2, ideal 4
// Seven elements in front, so that the second of the others starts a sector (the last one of a line).

__kernel void started(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  out[t] = a[7 + t + 1]; /*@repaired start a*/
}
