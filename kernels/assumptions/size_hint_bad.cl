// expect: race
//--local_size=* --num_groups=2
// A hint is no promise.

__kernel __attribute__((work_group_size_hint(16, 1, 1))) void size_hint_bad(__global int *p) {
  p[get_group_id(0) * 16 + get_local_id(0)] = get_group_id(0); /*@race*/
}
