// expect: race
//--local_size=64 --num_groups=1
// What is read behind a table's end is any value.
__constant int table[2] = {1, 2};
__kernel void behind_the_table(__global int *out, int n) {
  if (table[n] == 7)
    out[0] = get_local_id(0); /*@race*/
}
