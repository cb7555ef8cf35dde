// expect: verified
//--local_size=64 --num_groups=4
// out[i] == 2 * in[i] + 1 of each element.

kernel void k(global int *out, global const int *in, int n) {
  __ensures((int)get_global_id(0) >= n || out[get_global_id(0)] == 2 * in[get_global_id(0)] + 1);
  int i = get_global_id(0);
  if (i < n)
    out[i] = 2 * in[i] + 1;
}
