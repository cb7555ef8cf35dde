// expect: race
//--local_size=8 --num_groups=2
// The twin of atomic_by_name.cl: another reads the same bytes as a plain integer while one updates them.

kernel void atomic_by_name_bad(global atomic_int *c, global int *out) {
  int x = *c;
  if (get_global_id(0) == 3)
    atomic_store(c, x + 1);
  out[get_global_id(0)] = *(global int *)c; /*@race*/
}
