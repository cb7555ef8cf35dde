// expect: verified
//--local_size=64 --num_groups=1
// Many conjuncts that are disjunctions: what is made of them grows with their number, and no faster.
kernel void k(global int *a, int n) {
  int l = get_local_id(0);
  __requires((n > 0 || n < 0) && (n > 1 || n < 1) && (n > 2 || n < 2) && (n > 3 || n < 3) && (n > 4 || n < 4) &&
             (n > 5 || n < 5) && (n > 6 || n < 6) && (n > 7 || n < 7) && (n > 8 || n < 8) && (n > 9 || n < 9) &&
             (n > 10 || n < 10) && (n > 11 || n < 11) && (n > 12 || n < 12) && (n > 13 || n < 13) && (n > 14 || n < 14) &&
             (n > 15 || n < 15) && (n > 16 || n < 16) && (n > 17 || n < 17) && (n > 18 || n < 18) && (n > 19 || n < 19));
  __assert((l < 1 || n != 1) && (l < 2 || n != 2) && (l < 3 || n != 3) && (l < 4 || n != 4) && (l < 5 || n != 5) &&
           (l < 6 || n != 6) && (l < 7 || n != 7) && (l < 8 || n != 8) && (l < 9 || n != 9) && (l < 10 || n != 10) &&
           (l < 11 || n != 11) && (l < 12 || n != 12) && (l < 13 || n != 13) && (l < 14 || n != 14) &&
           (l < 15 || n != 15) && (l < 16 || n != 16) && (l < 17 || n != 17) && (l < 18 || n != 18));
  a[l] = n;
}
