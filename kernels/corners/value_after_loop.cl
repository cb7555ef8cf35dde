// expect: verified
//--local_size=64 --num_groups=4
// The loop variable behind the loop, also after a break, is at most the bound.

__kernel void after_loop(__global const int *in, __global int *a) {
  const int i = get_global_id(0);
  int k;
  for (k = 0; k < 5; ++k)
    if (in[k] == i)
      break;
  a[6 * i + k] = i;
}
