// expect: race
//--local_size=64 --num_groups=4
// But its arguments are read.

__kernel void print(__global int *a) {
  const int i = get_global_id(0);
  printf("next: %d\n", a[i + 1]); /*@race*/
  a[i] = i; /*@race*/
}
