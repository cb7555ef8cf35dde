// expect: race
//--local_size=64 --num_groups=1
// The loop's sum is shifted down to where the id is.

__kernel void k(__global int *out, __global const int *rounds) {
  ulong offset = 0;
  for (int i = 0; i < rounds[get_local_id(0)]; ++i)
    offset += 1ul << 32;
  out[(uint)(offset >> 32) + get_local_id(0)] = get_local_id(0);
}
