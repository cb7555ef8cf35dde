// expect: verified
//--local_size=128 --num_groups=32
// A map with much arithmetic and two results, stored in one array half and half.
float normal(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  const float p = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float c = 0.39894228f * exp(-0.5f * d * d) * p;
  return d > 0.0f ? 1.0f - c : c;
}

__kernel void black_scholes(__global const float *spot, __global const float *strike, __global float *prices, float rate,
                            float sigma, float years) {
  const int i = get_global_id(0);
  const float s = spot[i], x = strike[i];
  const float d1 = (log(s / x) + (rate + 0.5f * sigma * sigma) * years) / (sigma * sqrt(years));
  const float d2 = d1 - sigma * sqrt(years);
  const float discount = x * exp(-rate * years);
  prices[i] = s * normal(d1) - discount * normal(d2);
  prices[4096 + i] = discount * (1.0f - normal(d2)) - s * (1.0f - normal(d1));
}
