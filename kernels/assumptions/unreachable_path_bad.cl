// expect: race
//--local_size=8 --num_groups=1
// The twin of unreachable_path.cl whose promise is about another parameter.

__kernel void unreachable_path_bad(__global int *p, int n, int m) {
  int i = get_local_id(0);
  if (m != 0 && m != 8)
    __builtin_unreachable();
  p[i * n] = i; /*@race*/
}
