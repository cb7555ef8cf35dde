// expect: verified
//--local_size=64 --num_groups=4
// The right operand of && is read only where the left one holds.

__kernel void short_circuit_read(__global int *a) {
  const int i = get_global_id(0);
  if (i % 2 == 0 && a[i + 1] > 0)
    a[i] = 1;
}
