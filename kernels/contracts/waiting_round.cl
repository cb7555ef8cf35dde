// expect: unsupported
//--local_size=64 --num_groups=1
// Computed anew in each round: who has left holds the last round's.
kernel void k(global int *a) {
  int l = get_local_id(0);
  for (int i = 0; i < l; ++i) {
    int j[2];
    j[i & 1] = 2 * i;
    __assert(__implies(__other_bool(__enabled()), __uniform_int(j[i & 1])));
  }
  a[l] = l;
}
