// expect: unsupported
//--local_size=64 --num_groups=1
// An assumption about the log would be one about one access of one thread, and contradict itself for the others.
kernel void k(global int *a, global int *b) {
  a[get_local_id(0)] = 1;
  __assume(__write(a));
  *b = get_local_id(0);
}
