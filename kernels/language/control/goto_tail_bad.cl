// expect: race
//--local_size=64 --num_groups=4
// The tail that some threads jump to writes one place for all.

__kernel void goto_tail(__global int *a, int limit) {
  const int i = get_global_id(0);
  if (i > limit)
    goto finish;
  a[i + 1] = i;
  return;
finish:
  a[0] = i; /*@race*/
}
