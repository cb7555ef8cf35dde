// expect: race
//--local_size=64 --num_groups=4

__kernel void never_ends(__global int *a, int n) {
  __requires(n > 0);
  const int i = get_global_id(0);
  for (;;)
    a[i] += a[i / 2]; /*@race*/
}
