// expect: verified
//--local_size=2 --num_groups=1
// The twin of round_the_type_in_the_body_bad.cl: it ends before that.
__kernel void round_the_type_in_the_body(__global int *out) {
  const int t = get_local_id(0);
  uint i = 0xfffffff0;
  for (int k = 0; k < 6; k++) {
    i += 2;
    if (i == 0 && t == 0)
      out[0] = 1;
    if (i == 4 && t == 1)
      out[0] = 2;
  }
}
