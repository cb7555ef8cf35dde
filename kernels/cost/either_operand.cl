// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; n 0 5 16 40; a=steps:3:7:32 a=steps:1:4:32 a=0 a=9
// What follows `a || b` is run by those for whom a holds, and by those for whom b does: together, or one after the other.

__kernel void either_operand(__global const int *a, __global int *b, int n) {
  int t = get_local_id(0);
  if (t < n || a[t] > 2)
    b[t] = 1;
}
