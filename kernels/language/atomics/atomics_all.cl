// expect: verified
//--local_size=64 --num_groups=16
// Every 32-bit atomic on one global and one local place: atomics do not race with each other.

__kernel void atomics_all(volatile __global int *g, volatile __global uint *u, __global int *out) {
  volatile __local int l;
  const int i = get_global_id(0);
  if (get_local_id(0) == 0)
    l = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int v = atomic_add(g, i) + atomic_sub(g, 3) + atomic_xchg(g, i) + atomic_inc(g) + atomic_dec(g);
  v += atomic_cmpxchg(g, 0, i) + atomic_min(g, i) + atomic_max(g, i) + atomic_and(g, i) + atomic_or(g, i) + atomic_xor(g, i);
  v += atomic_min(u, 7u) + atomic_max(u, (uint)i);
  v += atomic_add(&l, i) + atomic_max(&l, i) + atomic_inc(&l);
  out[i] = v;
}
