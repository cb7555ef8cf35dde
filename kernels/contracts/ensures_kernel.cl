// expect: verified
//--local_size=64 --num_groups=4
// The postcondition of a kernel.
kernel void k(global int *a, int n) {
  __requires(n > 3);
  __ensures(__implies(__write(a), n < 100));
  if (n >= 100)
    return;
  a[get_global_id(0)] = n;
}
