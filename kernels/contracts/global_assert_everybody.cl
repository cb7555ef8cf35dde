// expect: verified
//--local_size=64 --num_groups=1
// Behind a branch all threads pass: nobody waits, so that it may be a contract, too.
int f(int i) {
  __global_ensures(__return_val_int() >= 0);
  if (i < 0)
    i = 0;
  return i;
}
kernel void k(global int *a, int n) { a[get_local_id(0)] = f(n); }
