// expect: race
//--local_size=64 --num_groups=4 --no-effect=look_up

int look_up(int key);
__kernel void no_effect(__global int *a) {
  a[look_up(get_global_id(0))] = get_local_id(0); /*@race*/
}
