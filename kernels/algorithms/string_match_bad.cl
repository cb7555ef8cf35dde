// expect: race
//--local_size=64 --num_groups=16
// The first match is to be recorded, but every match is.

__kernel void string_match(__global const char *text, __constant char *pattern, __global int *first, int length, int n) {
  const int i = get_global_id(0);
  if (i + length > n)
    return;
  int k = 0;
  while (k < length && text[i + k] == pattern[k])
    ++k;
  if (k == length)
    first[0] = i; /*@race*/
}
