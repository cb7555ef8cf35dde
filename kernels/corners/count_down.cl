// expect: verified
//--local_size=64 --num_groups=4
// Counting down with unsigned variables, to zero and past it.

__kernel void count_down(__global int *a, uint n) {
  __requires(n < 1000000);
  const uint i = get_global_id(0);
  for (uint k = n; k-- > 0;)
    a[k * 256 + i] = k;
}
