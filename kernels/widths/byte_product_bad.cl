// expect: race
//--local_size=65 --num_groups=1
// 256 is 0 again.

__kernel void k(__global int *out) {
  const uchar i = get_local_id(0) * 4;
  out[i] = get_local_id(0);
}
