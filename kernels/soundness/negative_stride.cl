// expect: verified
//--local_size=3 --num_groups=1
// Rows of negative length run backwards, so that they never meet place 7: one thread does, there.
__kernel void negative_stride(__global int *out, int length) {
  int t = get_local_id(0);
  if (length >= 0)
    return;
  out[t * length] = t;
  if (t == 1)
    out[7] = t;
}
