// expect: race
//--local_size=1 --num_groups=2
// One thread in each of two groups.

__kernel void single_thread(__global int *a, int n) {
  a[0] = get_group_id(0); /*@race*/
}
