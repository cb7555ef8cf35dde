// expect: verified
//--local_size=16 --num_groups=16
// Three nested loops, the inner bound depends on the outer variable; the row belongs to the thread.

__kernel void nested_loops(__global int *out) {
  const int i = get_global_id(0);
  for (int x = 0; x < 4; ++x)
    for (int y = 0; y <= x; ++y)
      for (int z = y; z < 4; ++z)
        out[64 * i + 16 * x + 4 * y + z] = x + y + z;
}
