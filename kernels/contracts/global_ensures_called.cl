// expect: verified
//--local_size=64 --num_groups=1
// A contract about all threads in a function that some call: who does not call it has not read either.
void f(local int *t, int x) {
  __global_requires(!__read(t));
  __global_requires(x < 64);
  t[x] = 1;
  __global_ensures(!__read(t));
}
kernel void k(local int *t) {
  int l = get_local_id(0);
  if (l % 2 == 0)
    f(t, l);
}
