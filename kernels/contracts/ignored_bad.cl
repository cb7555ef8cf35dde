// expect: race
//--local_size=64 --num_groups=4 --ignore-annotations
// Nothing is assumed, either.
kernel void k(global int *a, int n) {
  __requires(n == 1);
  __assume(n == 1);
  a[n * get_global_id(0)] = get_global_id(0); /*@race*/
}
