// expect: verified
//--local_size=64 --num_groups=12
// What is written is where the counter said.
kernel void k(global unsigned *count, global char *a) {
  while (__invariant(__write_implies(a, __atomic_has_taken_value(count, 0, __write_offset_bytes(a)))), true) {
    unsigned i = atomic_inc(count);
    a[i] = 1;
    if (i > get_global_id(0))
      break;
  }
}
