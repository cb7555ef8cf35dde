// expect: race
//--local_size=* --num_groups=*
// The rows of the third buffer are one short.
kernel void split_gate(global float *a, global float *b, global float *c, global const float *in, int rows, int n,
                       int m) {
  int i = get_global_id(0);
  int width = 2 * n + m;
  if (n <= 0 || m <= 0 || i >= rows * width)
    return;
  int row = i / width, at = i % width;
  if (at < n)
    a[row * n + at] = in[i];
  else if (at < 2 * n)
    b[row * n + at - n] = in[i];
  else
    c[row * (m - 1) + at - 2 * n] = in[i]; /*@race*/
}
