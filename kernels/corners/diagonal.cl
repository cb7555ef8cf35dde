// expect: verified
//--local_size=[16,16] --num_groups=[1,1]
// Diagonals of a tile with their own rows: x + y chooses the row, x the column.

__kernel void diagonal(__global int *a) {
  const int x = get_local_id(0), y = get_local_id(1);
  a[(x + y) * 16 + x] = y;
}
