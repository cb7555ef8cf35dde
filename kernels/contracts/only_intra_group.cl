// expect: verified
//--local_size=64 --num_groups=4 --only-intra-group
// Threads of different groups race, which is not asked about.
kernel void k(global int *a) {
  a[get_local_id(0)] = get_global_id(0);
}
