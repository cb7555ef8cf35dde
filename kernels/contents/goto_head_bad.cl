// expect: assertion
//--local_size=64 --num_groups=4
// A branch that makes no difference, into the loop: the invariant is asked about on both ways.

kernel void k(global int *a, global int *b, int n, int c) {
  int i = get_global_id(0);
  if (c)
    goto head;
  b[i] = 1;
head:
  __invariant(c == 1); /*@assert*/
  if (b[i + 256] != n) {
    b[i + 256] = n;
    goto head;
  }
  a[i * c] = i;
}
