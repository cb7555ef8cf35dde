// expect: verified
//--local_size=64 --num_groups=1
// What the loop adds is above the lower word.

__kernel void k(__global int *out, int n) {
  ulong offset = 0;
  for (int i = 0; i < n; ++i)
    offset += 1ul << 32;
  out[(uint)offset + get_local_id(0)] = get_local_id(0);
}
