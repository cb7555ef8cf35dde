// expect: race
//--local_size=64 --num_groups=16
// The neighbour's field is read while the neighbour writes it.
struct Particle {
  float x, y;
  int cell;
  short kind;
  char alive;
};

__kernel void struct_fields(__global struct Particle *p, float dx) {
  const int i = get_global_id(0);
  float y = p[i + 1].y; /*@race*/
  p[i].y = y + dx; /*@race*/
}
