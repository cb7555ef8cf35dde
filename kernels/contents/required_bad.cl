// expect: assertion
//--local_size=64 --num_groups=4
// It has written.

kernel void k(global int *p) {
  __requires(p[get_global_id(0)] == 3);
  int t = get_global_id(0);
  p[t] = 4;
  __assert(p[t] == 3); /*@assert*/
}
