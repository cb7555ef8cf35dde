// expect: verified
//--local_size=8 --num_groups=1
// memcpy reads its eight bytes and no more.
typedef struct {
  char c;
  int i;
} Item;

__kernel void memcpy_to_struct(__global char *p, __global int *out) {
  int t = get_local_id(0);
  if (t == 0) {
    Item s;
    __builtin_memcpy(&s, p, sizeof(Item));
    out[0] = s.i;
  }
  if (t == 1)
    p[8] = 9;
}
