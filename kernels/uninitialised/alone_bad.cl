// expect: assertion
//--local_size=1 --num_groups=1
// The only thread has not written the cell on every way: each read may give another value.

kernel void k(global int *o) {
  local int x[2];
  if (o[0])
    x[0] = 1;
  const int a = x[0], b = x[0];
  __assert(a == b); /*@assert*/
}
