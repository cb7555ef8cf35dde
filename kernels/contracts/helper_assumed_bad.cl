// expect: race
//--local_size=64 --num_groups=2
// A precondition that holds for even n only if the local starts with 0.
int even(int c) {
  int r = 0;
  if (c & 1)
    r = 2;
  return r;
}
kernel void k(global int *a, int n, int m) {
  __requires(even(n) + m == 2);
  __assert(__all(m >= 0));
  if (m == 2)
    a[0] = get_global_id(0); /*@race*/
}
