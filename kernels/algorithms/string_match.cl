// expect: verified
//--local_size=64 --num_groups=16
// Naive string search: every place is compared with the pattern; matches and a flag are recorded.

__kernel void string_match(__global const char *text, __constant char *pattern, __global uchar *match, __global int *any,
                           int length, int n) {
  const int i = get_global_id(0);
  if (i + length > n) {
    match[i] = 0;
    return;
  }
  int k = 0;
  while (k < length && text[i + k] == pattern[k])
    ++k;
  match[i] = k == length;
  if (k == length)
    any[0] = 1;
}
