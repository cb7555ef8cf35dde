// expect: race
//--local_size=64 --num_groups=1
// In lock step the threads of the second arm wait while those of the first go round their loop.
__kernel void threads_in_two_arms(__global int *out, int n) {
  int t = get_local_id(0);
  if (t < 32)
    for (int i = 0; i < n; ++i)
      out[i * 32 + t] = 1; /*@race*/
  else
    out[t - 32] = 2; /*@race*/
}
