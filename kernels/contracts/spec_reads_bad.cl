// expect: race
//--local_size=64 --num_groups=4
// It may read any cell that others write.
void __spec_get(global int *p) {
  __requires(__no_write(p));
  __reads_from(p); /*@race*/
}
kernel void k(global int *a) {
  __spec_get(a);
  a[get_global_id(0)] = get_global_id(0);
}
