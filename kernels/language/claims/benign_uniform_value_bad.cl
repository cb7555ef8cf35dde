// expect: race
//--local_size=64 --num_groups=1
// The sum starts at the thread's id.

__kernel void benign(__global int *out, int n) {
  int sum = get_local_id(0);
  for (int j = 0; j < n; ++j)
    sum += j * j;
  out[7] = sum; /*@race*/
}
