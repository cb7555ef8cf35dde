// expect: assertion
//--local_size=64 --num_groups=64
// Twin: the log is empty.
kernel void k(global int *a) {
  local float t[1024];
  __assert(__read(t)); /*@assert*/
  a[get_global_id(0)] = 1;
}
