// expect: race
//--local_size=64 --num_groups=4
// Twin: it may write any cell.
void __spec_put(global int *p) {
  __requires(__no_read(p));
  __writes_to(p); /*@race*/
}
kernel void k(global int *a) {
  __spec_put(a);
  a[get_global_id(0)] = get_global_id(0);
}
