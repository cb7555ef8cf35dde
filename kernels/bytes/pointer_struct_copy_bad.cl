// expect: race
//--local_size=8 --num_groups=1
// One of the pointers leads to r.
typedef struct {
  __global int *a;
  int n;
} View;

__kernel void pointer_struct_copy(__global int *p, __global int *r, int i) {
  int t = get_local_id(0);
  View x[2];
  x[0].a = p;
  x[0].n = 1;
  x[1].a = r;
  x[1].n = 2;
  View y = x[i & 1];
  y.a[t] = y.n;
  r[7 - t] = 3;
}
