// expect: verified
//--local_size=64 --num_groups=4
// A pointer into an array of structs, and one to a field of it.
struct Node {
  int value;
  int next[2];
};

__kernel void pointer_to_struct(__global struct Node *nodes) {
  __global struct Node *mine = nodes + get_global_id(0);
  __global int *next = &mine->next[0];
  mine->value = next[1];
  *next++ = 1;
  *next = 2;
}
