// expect: verified
//--local_size=* --num_groups=*
// Quantises groups of a row: a work-item for each group of `size` numbers and its scale.
kernel void quantise_groups(global char *q, global float *scale, global const float *x, int rows, int groups,
                            int size) {
  int i = get_global_id(0);
  if (groups < 1 || size < 1 || i >= rows * groups)
    return;
  int row = i / groups, g = i % groups;
  global const float *from = x + (row * groups + g) * size;
  global char *to = q + (row * groups + g) * size;
  float top = 1e-8f;
  for (int k = 0; k < size; ++k)
    top = fmax(top, fabs(from[k]));
  for (int k = 0; k < size; ++k)
    to[k] = (char)(from[k] / top * 127);
  scale[i] = top / 127;
}
