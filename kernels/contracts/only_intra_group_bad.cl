// expect: race
//--local_size=64 --num_groups=4 --only-intra-group
// Twin: threads of one group do as well.
kernel void k(global int *a) {
  a[get_local_id(0) / 2] = get_global_id(0); /*@race*/
}
