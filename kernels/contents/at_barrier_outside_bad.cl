// expect: assertion
//--local_size=8 --num_groups=1
// No thread has the id 8, so nobody has claimed anything of the cell.

kernel void k(global int *a) {
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_1(a[t] == t, 8);
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(t != 7 || a[t + 1] == 8); /*@assert*/
}
