// expect: unsupported
//--local_size=64 --num_groups=1
// There is no loop that the thread could have come to.
kernel void k(global int *a) {
  __assert(__dominator_enabled());
  a[get_local_id(0)] = 1;
}
