// expect: race
//--local_size=2 --num_groups=32
// A bit-field without a name, but with a width, ends no row.
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

struct Flags {
  uint a : 8, : 8, c : 8;
};

__kernel void bitfield_row_unnamed(__global struct Flags *f) {
  if (get_local_id(0) == 0)
    f[get_group_id(0)].a = 1; /*@race*/
  else
    f[get_group_id(0)].c = 2; /*@race*/
}
