// A visitor of a variant, made of one function for each alternative: std::visit(Overloaded{...}, v).
#pragma once

namespace lockstep::support {

template <class... F> struct Overloaded : F... {
  using F::operator()...;
};
template <class... F> Overloaded(F...) -> Overloaded<F...>;

} // namespace lockstep::support
