// expect: verified
//--local_size=64 --num_groups=1
// Unsigned subtraction wraps below zero and the addition wraps back.

__kernel void unsigned_wrap(__global int *out) {
  const uint i = (uint)get_local_id(0) - 32u;
  out[i + 32u] = get_local_id(0);
}
