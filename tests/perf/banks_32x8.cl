//--local_size=32,8 --num_groups=4
// Columns of tiles, padded or crossed.
__kernel void tiles() {
  int x = get_local_id(0), y = get_local_id(1);
  __local float t32[32][32], t33[32][33];
  t32[x][y] = 1; /*@banks 32*/
  t33[x][y] = 1; /*@banks 1*/
  t32[x][y ^ x] = 1; /*@banks 1*/
}
