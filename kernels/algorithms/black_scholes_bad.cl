// expect: race
//--local_size=128 --num_groups=32
// The second half starts at 4095.

__kernel void black_scholes(__global const float *spot, __global const float *strike, __global float *prices) {
  const int i = get_global_id(0);
  prices[i] = sqrt(spot[i]); /*@race*/
  prices[4095 + i] = log(strike[i]); /*@race*/
}
