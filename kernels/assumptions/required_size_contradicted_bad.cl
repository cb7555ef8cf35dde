// expect: error
//--local_size=32 --num_groups=2
// No launch in groups of 32 succeeds.

__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void required_size_contradicted_bad(__global int *p) {
  p[get_group_id(0) * 16 + get_local_id(0)] = 1;
}
