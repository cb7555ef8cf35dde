// expect: assertion
//--local_size=64 --num_groups=4
// The cell is the next thread's, which may not have come so far.

kernel void k(global int *out) {
  int t = get_global_id(0);
  out[t] = 1;
  __assert(out[t + 1] == 1); /*@assert*/
}
