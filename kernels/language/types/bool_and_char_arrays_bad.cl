// expect: race
//--local_size=64 --num_groups=4
// A word is written into the byte array at byte distance.

__kernel void bool_and_char_arrays(__global char *c) {
  const int i = get_global_id(0);
  vstore2((char2)((char)i, (char)(i + 1)), 0, c + i);     /* same value where they meet: i + 1 */
  vstore2((char2)((char)i, (char)(i + 2)), 0, c + 512 + i); /*@race*/
}
