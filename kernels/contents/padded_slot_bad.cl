// expect: race
//--local_size=[2,1] --num_groups=[2,1]
// A byte that nobody gave a value holds any.

typedef struct { short a; long b; } cell;
kernel void k(global uchar *g, global int *out) {
  int t = get_local_id(0);
  int id = get_group_id(0) * 2 + t;
  global uchar *at = g + sizeof(cell) * id;
  cell r;
  r.a = t;
  ((global cell *)g)[id] = r;
  if (at[2] == 1u)
    out[0] = t; /*@race*/
}
