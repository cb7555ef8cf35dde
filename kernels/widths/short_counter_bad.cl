// expect: race
//--local_size=96 --num_groups=1
// The sum is cut to 16 bits, of which 96 is no divisor.

__kernel void k(__global int *out, __global const int *rounds) {
  ushort c = 0;
  for (int i = 0; i < rounds[get_local_id(0)]; ++i)
    ++c;
  out[(ushort)(c * 96 + get_local_id(0))] = get_local_id(0);
}
