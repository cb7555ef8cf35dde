// expect: verified
//--local_size=64 --num_groups=4
// Arrays of bytes and of halves of a word, each thread one element.

__kernel void bool_and_char_arrays(__global char *c, __global ushort *s, __global ulong *l) {
  const int i = get_global_id(0);
  c[i] = (char)i;
  s[i] = (ushort)(i * 3);
  l[i] = (ulong)c[i] << s[i] % 8;
}
