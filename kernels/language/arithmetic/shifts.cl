// expect: verified
//--local_size=64 --num_groups=4
// Indices by shifts: rows of eight, the lower three bits count inside.

__kernel void shifts(__global int *out) {
  const int i = get_global_id(0);
  out[(i << 3) | 5] = i;
  out[(i << 3) + (i >> 6)] = -i;
}
