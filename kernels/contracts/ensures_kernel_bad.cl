// expect: assertion
//--local_size=64 --num_groups=4
// Twin: written by all.
kernel void k(global int *a, int n) {
  __ensures(__implies(__write(a), n < 100)); /*@assert*/
  if (n >= 101)
    return;
  a[get_global_id(0)] = n;
}
