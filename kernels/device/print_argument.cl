// expect: verified
//--local_size=64 --num_groups=1
// Arguments are evaluated: an element of one's own; vectors are one argument.

kernel void show(global int *p) {
  const int i = get_local_id(0);
  p[i] = i;
  printf("%s %d %v4d\n", "own", p[i], (int4)(i));
}
