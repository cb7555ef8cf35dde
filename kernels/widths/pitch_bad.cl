// expect: race
//--local_size=[16,16] --num_groups=[16,16]
// The row's offset is computed in 32 bits, unsigned: for some pitches rows coincide.

__kernel void k(__global int *out, uint pitch) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  if (pitch >= 256)
    out[y * pitch + x] = y;
}
