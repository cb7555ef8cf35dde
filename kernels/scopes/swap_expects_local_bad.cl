// expect: race
//--local_size=1 --num_groups=4 --std=CL2.0
// Who has lost goes on once the winner has begun.
kernel void k(global atomic_int *f, global int *d, global int *o) {
  for (;;) {
    int e = 0;
    if (atomic_compare_exchange_strong(f, &e, 1)) {
      d[0] = 5; /*@race*/
      atomic_store(f, 2);
      break;
    }
    if (e == 1) {
      o[get_group_id(0)] = d[0]; /*@race*/
      break;
    }
  }
}
