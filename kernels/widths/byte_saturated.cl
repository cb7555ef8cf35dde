// expect: verified
//--local_size=64 --num_groups=1
// The sums stay below 255.

__kernel void k(__global int *out) {
  const uchar i = get_local_id(0);
  out[add_sat(i, (uchar)190)] = i;
}
