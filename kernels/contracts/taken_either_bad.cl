// expect: unsupported
//--local_size=64 --num_groups=1
// That one of two values has been given cannot be said by one watched value.
kernel void k(global unsigned *count) {
  atomic_inc(count);
  __assert(__atomic_has_taken_value(count, 0, 7) | __atomic_has_taken_value(count, 0, 8));
}
