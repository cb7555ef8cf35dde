// expect: verified
//--local_size=1 --num_groups=4 --std=CL2.0
// What a compare-and-swap expects, and finds where it fails, goes through a local: the winner publishes, the others wait
// for what it puts.
kernel void k(global atomic_int *f, global int *d, global int *o) {
  for (;;) {
    int e = 0;
    if (atomic_compare_exchange_strong(f, &e, 1)) {
      d[0] = 5;
      atomic_store(f, 2);
      break;
    }
    if (e == 2) {
      o[get_group_id(0)] = d[0];
      break;
    }
  }
}
