// expect: race
//--local_size=2 --num_groups=1
// Internal error: the closed form of a variable that wraps, of a loop around the interval's start, counted its turns in an undeclared variable.

__kernel void k(__global char *a) {
  uint i = 0;
  for (; true; i = i - 1) {
    a[0] = 0; /*@race*/
    char x = a[i];
    if (x == 3)
      a[1000] = 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
