// expect: race
//--local_size=64 --num_groups=4
// With & both operands are read, by the odd threads too.

__kernel void short_circuit_read(__global int *a) {
  const int i = get_global_id(0);
  if ((i % 2 == 0) & (a[i + 1] > 0)) /*@race*/
    a[i] = 1; /*@race*/
}
