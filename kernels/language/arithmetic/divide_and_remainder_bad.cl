// expect: race
//--local_size=60 --num_groups=4
// The division is by another number than the remainder.

__kernel void divide_and_remainder(__global int *out) {
  const int i = get_global_id(0);
  const int x = i % 24, y = i / 48;
  out[x * 10 + y] = i; /*@race*/
}
