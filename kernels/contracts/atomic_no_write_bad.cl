// expect: assertion
//--local_size=64 --num_groups=1
// Twin: a write beside the atomic.
kernel void k(global int *a, global int *b) {
  atomic_inc(a);
  b[get_local_id(0)] = 1;
  __assert(__no_write(b)); /*@assert*/
}
