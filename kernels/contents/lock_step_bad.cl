// expect: assertion
//--local_size=32 --num_groups=1 --warp-sync=32
// In lock step no barrier is needed for another thread to write the cell in between.

kernel void k(global int *out) {
  local int a[32];
  int t = get_local_id(0);
  a[t] = t;
  a[t ^ 1] = 100;
  int x = a[t];
  __assert(x == t); /*@assert*/
  out[x] = 1;
}
