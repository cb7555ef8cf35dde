// expect: verified
//--local_size=64 --num_groups=16
// An array of structs: each thread updates every field of its own element.
struct Particle {
  float x, y;
  int cell;
  short kind;
  char alive;
};

__kernel void struct_fields(__global struct Particle *p, float dx) {
  const int i = get_global_id(0);
  p[i].x += dx;
  p[i].y = p[i].x * 2.0f;
  p[i].cell = (int)p[i].y;
  p[i].kind = p[i].alive ? 1 : 2;
}
