// expect: assertion
//--local_size=64 --num_groups=1 --pointer-bits=32
// Twin: there is a read.
kernel void k(global char *a, global int *b) {
  b[get_local_id(0)] = a[get_local_id(0)];
  __assert(__no_read(a)); /*@assert*/
}
