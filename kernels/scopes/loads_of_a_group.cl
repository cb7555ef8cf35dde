// expect: verified
//--local_size=8 --num_groups=4
// Loads do not race with each other, whatever their scope.

__kernel void loads_of_a_group(__global atomic_int *p, __global int *out) {
  int a = atomic_load_explicit(p, memory_order_relaxed, memory_scope_work_group);
  int b = atomic_load_explicit(p, memory_order_relaxed, memory_scope_work_item);
  int c = atomic_load(p);
  out[get_global_id(0)] = a + b + c;
}
