// expect: assertion
//--local_size=64 --num_groups=1
// A postcondition about accesses that the function does not make is checked.
void __spec_nothing(global int *p) {
  __ensures(__no_write(p)); /*@assert*/
}
kernel void k(global int *a) {
  a[get_global_id(0)] = 1;
  __spec_nothing(a);
}
