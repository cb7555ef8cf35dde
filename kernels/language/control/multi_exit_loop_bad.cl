// expect: race
//--local_size=64 --num_groups=4
// Whoever finds something reports it in the same place.

__kernel void multi_exit_loop(__global const int *in, __global int *out, __global int *found, int n) {
  const int i = get_global_id(0);
  int j = 0;
  while (1) {
    if (j == n)
      break;
    if (in[j] == 3 * i % 7) {
      found[0] = i; /*@race*/
      return;
    }
    ++j;
  }
  out[i] = j;
}
