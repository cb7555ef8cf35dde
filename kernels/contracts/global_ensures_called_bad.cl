// expect: assertion
//--local_size=64 --num_groups=1
// Twin: the others have read.
void f(local int *t, int x) {
  __requires(!__read(t));
  __global_ensures(!__read(t)); /*@assert*/
}
kernel void k(local int *t, global int *a) {
  int l = get_local_id(0);
  if (l % 2 != 0)
    a[l] = t[l];
  if (l % 2 == 0)
    f(t, l);
}
