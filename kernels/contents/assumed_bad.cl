// expect: assertion
//--local_size=64 --num_groups=1
// What was assumed of another thread's cell may have changed since.

kernel void k(global int *p) {
  int t = get_local_id(0);
  __assume(p[(t + 1) % 64] == 5);
  p[t] = 6;
  __assert(p[(t + 1) % 64] == 5); /*@assert*/
}
