// expect: verified
// today: unknown (no answer within the time: three masks that are spread over quotients)
//--local_size=* --num_groups=*
// Cells of a cube with ten bits a side, by a flat index, in Morton order.
uint part(uint v) {
  v &= 0x3ff;
  v = (v ^ (v << 16)) & 0xff0000ff;
  v = (v ^ (v << 8)) & 0x0300f00f;
  v = (v ^ (v << 4)) & 0x030c30c3;
  v = (v ^ (v << 2)) & 0x09249249;
  return v;
}
kernel void to_morton(global int *out, global const int *in, uint side) {
  uint i = get_global_id(0);
  if (side == 0 || side > 1024 || i >= side * side * side)
    return;
  uint x = i % side, y = i / side % side, z = i / side / side;
  out[part(x) | part(y) << 1 | part(z) << 2] = in[i];
}
