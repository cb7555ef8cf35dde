// expect: assertion
//--local_size=64 --num_groups=1
// Twin of global_ensures_called: what the call would pass to the others is too large.
void f(local int *t, int x) {
  __global_requires(x < 63); /*@assert*/
  t[x] = 1;
}
kernel void k(local int *t) {
  int l = get_local_id(0);
  if (l % 2 == 0)
    f(t, l);
}
