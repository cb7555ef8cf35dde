// expect: verified
//--local_size=8 --num_groups=1
// A by-value parameter's bytes are the same for all threads and stay what they are in a copy.
typedef struct {
  char c;
  int i;
} Item;
typedef union {
  Item s;
  uchar b[8];
} View;

__kernel void union_padding_value(View u, __global int *out) {
  int t = get_local_id(0);
  View copy = u;
  if (u.b[1] != 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (copy.b[1] != ((uchar *)&u)[1] || copy.b[2] != u.b[2])
    out[0] = t;
}
