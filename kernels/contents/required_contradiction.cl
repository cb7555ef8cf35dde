// expect: error
//--local_size=64 --num_groups=4
// No array holds two values in a cell.

kernel void k(global int *p) {
  __requires(p[0] == 3);
  __requires(p[0] == 4);
  int t = get_global_id(0);
  p[t] = p[0] + t;
}
