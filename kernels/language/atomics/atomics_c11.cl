// expect: verified
//--local_size=64 --num_groups=16
// The atomics of OpenCL 2.0, with explicit and implicit orders.

__kernel void atomics_c11(volatile __global atomic_int *g, __global int *out) {
  const int i = get_global_id(0);
  int v = atomic_fetch_add(g, i);
  v += atomic_fetch_max_explicit(g, i, memory_order_relaxed);
  v += atomic_exchange_explicit(g, v, memory_order_relaxed, memory_scope_device);
  int expected = 5;
  if (atomic_compare_exchange_strong(g, &expected, i))
    v += expected;
  atomic_store(g, v);
  out[i] = atomic_load(g);
}
