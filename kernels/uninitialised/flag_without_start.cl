// expect: verified
//--local_size=4 --num_groups=1
// A flag that is lowered first, and then raised by any thread.
kernel void k(global const int *p) {
  local int found;
  int l = get_local_id(0);
  if (l == 0)
    found = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (p[l] > 0)
    atomic_or(&found, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (found == 0)
    barrier(CLK_LOCAL_MEM_FENCE);
}
