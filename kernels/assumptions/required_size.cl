// expect: verified
//--local_size=* --num_groups=2
// The attribute fixes a size that the launch leaves free.

__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void required_size(__global int *p) {
  p[get_group_id(0) * 16 + get_local_id(0)] = 1;
}
