// expect: race
//--local_size=64 --num_groups=4
// A reader reaches the next writer.

__kernel void by_remainder(__global int *a) {
  const int i = get_global_id(0);
  if (i % 3 == 0)
    a[i] = a[i + 1] + a[i + 3]; /*@race*/
}
