// expect: verified
//--local_size=64 --num_groups=4
// An atomic is neither a read nor a write of the log.
kernel void k(global int *a) {
  atomic_inc(a);
  __assert(__no_write(a) && __no_read(a));
}
