// expect: verified
//--local_size=64 --num_groups=4
// A loop with three exits, one of them a return.

__kernel void multi_exit_loop(__global const int *in, __global int *out, int n) {
  const int i = get_global_id(0);
  int j = 0;
  while (1) {
    if (j == n)
      break;
    int v = in[j];
    if (v == i) {
      out[2 * i] = j;
      return;
    }
    if (v < 0)
      break;
    ++j;
  }
  out[2 * i + 1] = j;
}
