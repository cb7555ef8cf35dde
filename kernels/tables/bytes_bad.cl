// expect: race
//--local_size=8 --num_groups=1
// As an unsigned byte, -1 is 255, which the mask makes 7 again.
__constant uchar offset[8] = {255, 254, 253, 252, 0, 1, 2, 7};
__kernel void bytes(__global int *g) {
  const int t = get_local_id(0);
  g[offset[t] & 7] = t; /*@race*/
}
