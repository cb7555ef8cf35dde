// expect: verified
//--local_size=[16,16] --num_groups=[4,4]
// A struct passed by value: its fields are uniform, and the guard keeps rows apart.
struct Shape {
  int width;
  int height;
};

__kernel void struct_by_value(__global int *out, struct Shape shape) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x < shape.width && y < shape.height)
    out[y * shape.width + x] = x;
}
