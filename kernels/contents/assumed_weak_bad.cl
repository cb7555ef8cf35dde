// expect: assertion
//--local_size=64 --num_groups=4
// It says too little of what the thread has stored.

kernel void k(global int *a, int n) {
  int i = get_global_id(0);
  a[i] = i;
  __assume(a[i] > n);
  __assert(i > n + 1); /*@assert*/
}
