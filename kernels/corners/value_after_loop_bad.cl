// expect: race
//--local_size=64 --num_groups=4
// It may be the bound itself.

__kernel void after_loop(__global const int *in, __global int *a) {
  const int i = get_global_id(0);
  int k;
  for (k = 0; k < 5; ++k)
    if (in[k] == i)
      break;
  a[5 * i + k] = i; /*@race*/
}
