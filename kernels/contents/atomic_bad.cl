// expect: assertion
//--local_size=64 --num_groups=4
// The cell holds 4.

kernel void k(global int *count, global int *p) {
  int t = get_global_id(0);
  p[t] = 4;
  atomic_inc(count);
  __assert(p[t] == 5); /*@assert*/
}
