// expect factorial (function): assertion
// expect all: verified
//--local_size=64 --num_groups=4
// Of 0 the product is 0.
int factorial(int n) {
  __requires(0 <= n && n <= 12);
  __ensures(1 <= __return_val_int() && __return_val_int() <= 1000000); /*@assert*/
  if (n == 0)
    return 0;
  int less = factorial(n - 1);
  return less > 80000 ? less : n * less;
}
kernel void all(global int *to) {
  int f = factorial(get_local_id(0) % 13);
  __assert(f >= 1);
  to[get_global_id(0)] = f;
}
