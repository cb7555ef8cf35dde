// expect: verified
//--local_size=64 --num_groups=4
// The atomic may order threads, but nobody else has the cell.

kernel void k(global int *count, global int *p) {
  int t = get_global_id(0);
  p[t] = 4;
  atomic_inc(count);
  __assert(p[t] == 4);
}
