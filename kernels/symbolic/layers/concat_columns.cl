// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// Two matrices side by side; each thread copies from both as far as they go.
kernel void concat_columns(global float *out, global const float *a, int na, global const float *b, int nb, int rows) {
  int c = get_global_id(0), r = get_global_id(1);
  if (na < 0 || nb < 0 || r >= rows)
    return;
  int width = na + nb;
  if (c < na)
    out[r * width + c] = a[r * na + c];
  if (c < nb)
    out[r * width + na + c] = b[r * nb + c];
}
