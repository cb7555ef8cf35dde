// expect: verified
//--local_size=64 --num_groups=16
// An index that the inner loop advances and the outer one goes on with: it stays the thread's own modulo the number of threads.

__kernel void nested_steps(__global int *out, int n, int m) {
  int at = get_global_id(0);
  for (int i = 0; i < n; i++) {
    out[at] = i;
    for (int j = 0; j < m; j++) {
      at += get_global_size(0);
      out[at] = i + j;
    }
  }
}
