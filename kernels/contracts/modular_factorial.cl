// expect: verified
//--local_size=64 --num_groups=4
// A function that calls itself is known by its contract, inside of it, too.
int factorial(int n) {
  __requires(0 <= n && n <= 12);
  __ensures(1 <= __return_val_int() && __return_val_int() <= 1000000);
  if (n <= 1)
    return 1;
  int less = factorial(n - 1);
  return less > 80000 ? less : n * less;
}
kernel void all(global int *to) {
  int f = factorial(get_local_id(0) % 13);
  __assert(f >= 1);
  to[get_global_id(0)] = f;
}
