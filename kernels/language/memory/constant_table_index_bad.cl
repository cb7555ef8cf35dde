// expect: race
//--local_size=64 --num_groups=4
// One entry of the table leaves the row.
__constant int place[4] = {2, 0, 4, 1};

__kernel void constant_table_index(__global int *out) {
  const int i = get_global_id(0);
  out[4 * i + place[0]] = i;
  out[4 * i + place[1]] = -i; /*@race*/
  out[4 * i + place[2]] = i + 2; /*@race*/
  out[4 * i + place[3]] = i + 3;
}
