// expect: verified
//--local_size=2 --num_groups=32
// Bit-fields in two structures within one are two places.
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

struct Half {
  ulong a : 40, b : 24;
};
struct Both {
  struct Half first, second;
};

__kernel void bitfield_row_long(__global struct Both *p) {
  if (get_local_id(0) == 0)
    p[get_group_id(0)].first.b = 1;
  else
    p[get_group_id(0)].second.a = 2;
}
