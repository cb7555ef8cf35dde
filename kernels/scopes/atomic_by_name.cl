// expect: verified
//--local_size=8 --num_groups=2
// An atomic variable that is read by its name is read atomically.

kernel void atomic_by_name(global atomic_int *c, global int *out) {
  int x = *c;
  out[get_global_id(0)] = x;
}
