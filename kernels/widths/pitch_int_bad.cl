// expect: race
//--local_size=[16,16] --num_groups=[16,16] --strict-overflow
// With an overflow that wraps round, rows coincide for some pitches.

__kernel void k(__global int *out, int pitch) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (pitch >= 256)
    out[y * pitch + x] = y;
}
