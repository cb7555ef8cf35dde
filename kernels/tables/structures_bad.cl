// expect: race
//--local_size=4 --num_groups=1
// The other member.
typedef struct {
  char kind;
  int place;
} Entry;
__constant Entry entries[4] = {{1, 2}, {1, 0}, {1, 3}, {1, 1}};
__kernel void structures(__global int *g) {
  const int t = get_local_id(0);
  g[entries[t].kind] = t; /*@race*/
}
