// expect: race
//--local_size=64 --num_groups=1
// Each reads a cell of its own.

kernel void k(global const int *in) {
  local int base[64], slots[32 * 16];
  int t = get_local_id(0);
  base[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  slots[t / 2 * 16 + (base[t] & 7)] = t; /*@race*/
}
