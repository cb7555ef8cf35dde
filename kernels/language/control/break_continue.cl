// expect: verified
//--local_size=64 --num_groups=4
// A grid-stride loop with continue and a data-dependent break.

__kernel void break_continue(__global const int *in, __global int *out, int n) {
  for (int i = get_global_id(0); i < n; i += 256) {
    if (in[i] < 0)
      continue;
    if (in[i] == 0)
      break;
    out[i] = in[i];
  }
}
