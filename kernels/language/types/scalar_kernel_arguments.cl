// expect: verified
//--local_size=64 --num_groups=4
// Arguments of all widths; they are the same for all threads.

__kernel void scalars(__global int *out, char c, ushort s, int i, ulong l, float f, double d, uchar4 v) {
  const int g = get_global_id(0);
  if (c < 3 && s > 7 && l != 0 && f < d)
    out[g] = i + v.y;
  else
    out[255 - g + 256] = v.x;
}
