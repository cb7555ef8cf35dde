// expect: race
//--local_size=64 --num_groups=4
// The permission is a read: another thread must not write the cell.

kernel void k() {
  local int a[64];
  int t = get_local_id(0);
  a[t] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  __read_permission(int, a[t]); /*@race*/
  a[t ^ 1] = 8; /*@race*/
}
