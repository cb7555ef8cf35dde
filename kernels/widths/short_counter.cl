// expect: verified
//--local_size=64 --num_groups=1
// A short that wraps, times 64: the residue is the id.

__kernel void k(__global int *out, __global const int *rounds) {
  ushort c = 0;
  for (int i = 0; i < rounds[get_local_id(0)]; ++i)
    ++c;
  out[(ushort)(c * 64 + get_local_id(0))] = get_local_id(0);
}
