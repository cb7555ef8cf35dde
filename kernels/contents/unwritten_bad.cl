// expect: race
//--local_size=64 --num_groups=1
// A cell that perhaps nobody has written has another value whenever it is read.

kernel void k(global int *out, int n) {
  local int a[64];
  int t = get_local_id(0);
  if (n > 5)
    a[t] = 1;
  int x = a[t], y = a[t];
  if (x != y)
    out[0] = t; /*@race*/
}
