// expect: assertion
//--local_size=64 --num_groups=4
// Only the last claim is false; others are asked about as soon as contents are followed.

kernel void k(global int *a, int n, int c) {
  int i = get_global_id(0);
  a[i] = 0;
  if (c)
    goto head;
  a[i] = 1;
head:
  __invariant(i < 256);
  if (a[i] != n) {
    a[i] = 4;
    goto head;
  }
  __assert(i < 257);
  __assert(i < 258);
  __assert(a[i] == 77); /*@assert*/
}
