// expect: race
//--local_size=* --num_groups=2
// The twin of required_size.cl whose groups are larger than the stride.

__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void required_size_bad(__global int *p) {
  p[get_group_id(0) * 16 + get_local_id(0)] = get_group_id(0); /*@race*/
}
