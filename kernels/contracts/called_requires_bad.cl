// expect: assertion
//--local_size=64 --num_groups=4
// Twin: called twice, so that the second call does not find what it requires.
void put(global int *p, int i) {
  __requires(__no_write(p)); /*@assert*/
  p[i] = i;
}
kernel void k(global int *a) {
  put(a, get_global_id(0));
  put(a, get_global_id(0));
}
