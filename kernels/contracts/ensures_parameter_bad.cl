// expect: assertion
//--local_size=64 --num_groups=4
// A parameter in a postcondition is what the caller has passed.
int next(int x) {
  __ensures(__return_val_int() == x); /*@assert*/
  x = x + 1;
  return x;
}
kernel void k(global int *a, int n) {
  a[get_global_id(0)] = next(n);
}
