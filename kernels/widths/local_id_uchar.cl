// expect: verified
//--local_size=256 --num_groups=1
// 256 threads have 256 different bytes.

__kernel void k(__global int *out) {
  const uchar i = get_local_id(0);
  out[i] = get_local_id(0);
}
