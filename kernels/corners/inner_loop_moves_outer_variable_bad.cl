// expect: race
//--local_size=64 --num_groups=1
// The inner loop moves the variable of the outer one out of its stride.

__kernel void moves(__global const int *in, __global int *a, int n) {
  const int lid = get_local_id(0);
  for (int i = lid; i < n; i += 64) {
    while (i < n && in[i] == 0)
      ++i;
    a[i] = lid; /*@race*/
  }
}
