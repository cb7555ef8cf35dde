// expect: race
//--local_size=64 --num_groups=4
// The field pointer is advanced once too often and reaches the next struct.
struct Node {
  int value;
  int next[2];
};

__kernel void pointer_to_struct(__global struct Node *nodes) {
  const int i = get_global_id(0);
  __global struct Node *mine = nodes + i;
  __global int *next = &mine->next[0];
  mine->value = i; /*@race*/
  *next++ = 1;
  *next++ = 2;
  *next = 3; /*@race*/
}
