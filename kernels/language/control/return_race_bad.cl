// expect: race
//--local_size=64 --num_groups=2
// One thread of each group is left, which makes two.

__kernel void return_race(__global int *a) {
  if (get_local_id(0) != 5)
    return;
  a[0] = get_global_id(0); /*@race*/
}
