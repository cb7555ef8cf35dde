// expect: race
//--local_size=32 --num_groups=4
// The inner array is left at its end: v[4] of an element is the tag of the next one.
struct Row {
  int tag;
  int v[4];
};

__kernel void struct_inner_array(__global struct Row *rows) {
  const int i = get_global_id(0);
  rows[i].tag = i; /*@race*/
  for (int j = 0; j <= 4; ++j)
    rows[i].v[j] = 2 * j; /*@race*/
}
