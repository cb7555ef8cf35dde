// expect: verified
//--local_size=8 --num_groups=1
// The union's neighbour is another element: copies end where the object ends.
typedef union {
  float3 v;
  float a[4];
} Cell;

__kernel void union_float3_read(__global Cell *p, __global float *out) {
  int t = get_local_id(0);
  if (t == 0) {
    Cell c = p[0];
    out[0] = c.a[2];
  }
  if (t == 1)
    p[1].a[0] = 7;
}
