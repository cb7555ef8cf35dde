// expect: verified
//--local_size=64 --num_groups=4
// Two threads share a struct but write different fields of it.
struct Pair {
  int first;
  int second;
};

__kernel void struct_distinct_fields(__global struct Pair *p) {
  const int i = get_global_id(0);
  if (i % 2 == 0)
    p[i / 2].first = i;
  else
    p[i / 2].second = i;
}
