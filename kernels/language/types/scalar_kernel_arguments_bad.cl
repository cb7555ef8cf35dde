// expect: race
//--local_size=64 --num_groups=4
// The second branch writes where an argument says.

__kernel void scalars(__global int *out, char c, ushort s, int i, ulong l, float f, double d, uchar4 v) {
  const int g = get_global_id(0);
  if (c < 3 && s > 7 && l != 0 && f < d)
    out[g] = i + v.y;
  else
    out[s] = v.x + g; /*@race*/
}
