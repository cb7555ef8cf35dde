// expect: verified
//--local_size=2 --num_groups=32
// Each thread has a structure of its own, and writes bit-fields around one without a name.
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

struct Flags {
  uint a : 8, : 8, c : 8;
};

__kernel void bitfield_row_unnamed(__global struct Flags *f) {
  f[get_global_id(0)].a = 1;
  f[get_global_id(0)].c = 2;
}
