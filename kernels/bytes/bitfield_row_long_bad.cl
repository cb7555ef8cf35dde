// expect: race
//--local_size=2 --num_groups=32
// Bit-fields of sixteen bytes in a row are one place: the first is written, and the last.
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

struct Both {
  ulong a : 40, b : 24, c : 40, d : 24;
};

__kernel void bitfield_row_long(__global struct Both *p) {
  if (get_local_id(0) == 0)
    p[get_group_id(0)].a = 1; /*@race*/
  else
    p[get_group_id(0)].d = 2; /*@race*/
}
