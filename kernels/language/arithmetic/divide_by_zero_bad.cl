// expect: race
//--local_size=64 --num_groups=1
// A division by zero gives some value: perhaps the same for all, whatever is divided.
kernel void k(global int *a, uint n, uint m) {
  uint t = get_local_id(0);
  if (n == 0)
    a[(t ^ m) % n] = t; /*@race*/
}
