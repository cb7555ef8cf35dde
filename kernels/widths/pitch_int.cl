// expect: verified
//--local_size=[16,16] --num_groups=[16,16]
// The row's offset is signed and does not overflow.

__kernel void k(__global int *out, int pitch) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (pitch >= 256)
    out[y * pitch + x] = y;
}
