// expect: race
//--local_size=64 --num_groups=4 --only-requires
// Twin: an assumption is none.
kernel void k(global int *a, int n) {
  __assume(n == 1);
  a[n * get_global_id(0)] = get_global_id(0); /*@race*/
}
