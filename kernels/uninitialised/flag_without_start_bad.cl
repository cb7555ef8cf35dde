// expect: divergence
//--local_size=4 --num_groups=1
// A flag that some thread may raise and nobody has lowered.
kernel void k(global const int *p) {
  local int found;
  int l = get_local_id(0);
  if (p[l] > 0)
    atomic_or(&found, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (found == 0)
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
