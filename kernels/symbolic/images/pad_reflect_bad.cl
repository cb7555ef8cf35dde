// expect: race
//--local_size=* --num_groups=*
// The length of a padded row forgets the border on the right.
int mirror(int i, int n) {
  if (i < 0)
    i = -i;
  return i < n ? i : 2 * (n - 1) - i;
}
kernel void pad_reflect(global float *out, global const float *in, int rows, int n, int border) {
  if (n < 1 || border < 0 || border >= n)
    return;
  int wide = n + 2 * border;
  for (int row = 0; row < rows; ++row)
    for (int x = get_global_id(0); x < wide; x += get_global_size(0))
      out[row * (n + border) + x] = in[row * n + mirror(x - border, n)]; /*@race*/
}
