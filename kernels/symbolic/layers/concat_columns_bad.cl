// expect: race
//--local_size=[*,*] --num_groups=[*,*]
// Both matrices are taken to be as wide as the first one.
kernel void concat_columns(global float *out, global const float *a, int na, global const float *b, int nb, int rows) {
  int c = get_global_id(0), r = get_global_id(1);
  if (na < 0 || nb < 0 || r >= rows)
    return;
  int width = 2 * na;
  if (c < na)
    out[r * width + c] = a[r * na + c];
  if (c < nb)
    out[r * width + na + c] = b[r * nb + c]; /*@race*/
}
