// expect: verified
//--local_size=64 --num_groups=1
// No value of the table is 7, and nothing is read behind its end.
__constant int table[2] = {1, 2};
__kernel void behind_the_table(__global int *out, int n) {
  if (n >= 0 && n < 2 && table[n] == 7)
    out[0] = get_local_id(0);
}
