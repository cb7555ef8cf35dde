// expect: verified
//--local_size=64 --num_groups=4
// An assumption about what the thread has stored counts for what is asked elsewhere.

kernel void k(global int *a, int n) {
  int i = get_global_id(0);
  a[i] = i;
  __assume(a[i] > n);
  __assert(i > n);
}
