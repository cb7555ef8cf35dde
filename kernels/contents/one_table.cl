// expect: verified
//--local_size=64 --num_groups=1
// Two threads that read one cell of the table read one value.

kernel void k(global const int *in) {
  local int base[32], slots[32 * 16];
  int t = get_local_id(0);
  if (t < 32)
    base[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  slots[t / 2 * 16 + (base[t / 2] & 7) * 2 + t % 2] = t;
}
