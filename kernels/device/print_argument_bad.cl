// expect: race
//--local_size=64 --num_groups=1
// The neighbour's element.

kernel void show(global int *p) {
  const int i = get_local_id(0);
  p[i] = i; /*@race*/
  printf("%s %d %v4d\n", "next", p[(i + 1) % 64], (int4)(i)); /*@race*/
}
