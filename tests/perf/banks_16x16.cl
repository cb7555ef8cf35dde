//--local_size=16,16 --num_groups=4
// Rows and columns of tiles with different pitches.
__kernel void tiles() {
  int x = get_local_id(0), y = get_local_id(1);
  __local float t16[16][16], t17[16][17], t18[16][18];
  t16[y][x] = 1; /*@banks 1*/
  t16[x][y] = 1; /*@banks 8*/
  t17[y][x] = 1; /*@banks 2*/
  t17[x][y] = 1; /*@banks 2*/
  t18[y][x] = 1; /*@banks 2*/
  t18[x][y] = 1; /*@banks 1*/
}
