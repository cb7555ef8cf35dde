// expect: verified
//--local_size=32 --num_groups=4
// A struct with an array inside, walked by a loop.
struct Row {
  int tag;
  float v[4];
};

__kernel void struct_inner_array(__global struct Row *rows) {
  const int i = get_global_id(0);
  rows[i].tag = i;
  for (int j = 0; j < 4; ++j)
    rows[i].v[j] *= 2.0f;
}
