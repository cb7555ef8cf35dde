// expect: verified
//--local_size=64 --num_groups=4
// A walk down a tree: each call writes cells of its part only.
void halve(global int *a, int lo, int hi) {
  __requires(__ptr_offset_bytes(a) == 0);
  __requires(0 <= lo && lo <= hi && hi <= 100000);
  __ensures(__write_implies(a, (long)lo <= (long)(__write_offset_bytes(a) / 4) &&
                                   (long)(__write_offset_bytes(a) / 4) < (long)hi));
  if (lo + 1 == hi) {
    a[lo] = lo;
  } else if (lo < hi) {
    int middle = lo + (hi - lo) / 2;
    halve(a, lo, middle);
    halve(a, middle, hi);
  }
}
kernel void blocks(global int *a) {
  int i = get_global_id(0);
  halve(a, 16 * i, 16 * i + 16);
}
