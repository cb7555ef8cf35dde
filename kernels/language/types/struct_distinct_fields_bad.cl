// expect: race
//--local_size=64 --num_groups=4
// Both threads of a pair write the same field.
struct Pair {
  int first;
  int second;
};

__kernel void struct_distinct_fields(__global struct Pair *p) {
  const int i = get_global_id(0);
  p[i / 2].first = i; /*@race*/
}
