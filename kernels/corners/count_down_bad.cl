// expect: race
//--local_size=64 --num_groups=4
// The unsigned variable is never negative, so the loop never ends; and rows of 255 are too short for 256 threads.

__kernel void count_down(__global int *a, uint n) {
  __requires(n < 1000000);
  const uint i = get_global_id(0);
  for (uint k = n; k >= 0; --k)
    a[k * 255 + i] = i; /*@race*/
}
