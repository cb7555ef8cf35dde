// expect: assertion
//--local_size=64 --num_groups=12
// Twin: it is written beside it.
kernel void k(global unsigned *count, global char *a) {
  while (__invariant(__write_implies(a, __atomic_has_taken_value(count, 0, __write_offset_bytes(a)))), true) { /*@assert*/
    unsigned i = atomic_inc(count);
    a[i + 1u] = 1;
    if (i > get_global_id(0))
      break;
  }
}
