// expect: race
//--local_size=64 --num_groups=16
// One of the branches changes the index, another leaves the way to the write.
__kernel void steps(__global int *restrict a, __global const int *restrict in) {
  const int i = get_global_id(0);
  int s = i, at = i;
  s += in[i];
  if (s > 10) s -= 3;
  if (s == 7) at = i + 1;
  if (s == 8) return;
  a[at] = s;
}
