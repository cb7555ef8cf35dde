// expect: assertion
//--local_size=64 --num_groups=4
// Twin: it is the other one.
kernel void k(global int *a, global int *b, int n) {
  global int *p = n > 3 ? a : b;
  p[get_global_id(0)] = 1;
  __assert(__implies(__write(a), n <= 3)); /*@assert*/
}
