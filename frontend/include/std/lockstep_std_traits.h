// lockstep_std_traits.h: more of type_traits and utility, which kernels use as well. Part of lockstep_std_cpp.h.
#pragma once

namespace std {

template <bool B> using bool_constant = integral_constant<bool, B>;
template <class T, T... I> struct integer_sequence {
  typedef T value_type;
  LKS_MEMBER static constexpr size_t size() { return sizeof...(I); }
};
template <size_t... I> using index_sequence = integer_sequence<size_t, I...>;
template <class T, T N> using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template <size_t N> using make_index_sequence = make_integer_sequence<size_t, N>;
template <class... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;
template <class...> using void_t = void;
template <class T> struct type_identity { typedef T type; };
template <class T> using type_identity_t = T;
template <class T> struct remove_volatile { typedef __remove_volatile(T) type; };
template <class T> using remove_volatile_t = typename remove_volatile<T>::type;
template <class T> struct remove_cvref { typedef __remove_cvref(T) type; };
template <class T> using remove_cvref_t = typename remove_cvref<T>::type;
template <class T> struct remove_extent { typedef __remove_extent(T) type; };
template <class T> using remove_extent_t = typename remove_extent<T>::type;
template <class T> struct remove_all_extents { typedef __remove_all_extents(T) type; };
template <class T> using remove_all_extents_t = typename remove_all_extents<T>::type;
template <class T> struct add_const { typedef const T type; };
template <class T> using add_const_t = const T;
template <class T> struct add_pointer { typedef __add_pointer(T) type; };
template <class T> using add_pointer_t = typename add_pointer<T>::type;
template <class T> struct add_lvalue_reference { typedef __add_lvalue_reference(T) type; };
template <class T> using add_lvalue_reference_t = typename add_lvalue_reference<T>::type;
template <class T> struct add_rvalue_reference { typedef __add_rvalue_reference(T) type; };
template <class T> using add_rvalue_reference_t = typename add_rvalue_reference<T>::type;
template <class T> struct underlying_type { typedef __underlying_type(T) type; };
template <class T> using underlying_type_t = typename underlying_type<T>::type;
template <class T> LKS_HD add_rvalue_reference_t<T> declval() noexcept;
template <class... T> struct common_type {};
template <class T> struct common_type<T> { typedef decay_t<T> type; };
template <class T, class U> struct common_type<T, U> { typedef decay_t<decltype(true ? declval<T>() : declval<U>())> type; };
template <class T, class U, class V, class... R> struct common_type<T, U, V, R...> : common_type<typename common_type<T, U>::type, V, R...> {};
template <class... T> using common_type_t = typename common_type<T...>::type;
#define LKS_TRAIT(name)                                                                                      \
  template <class T> struct name : integral_constant<bool, __##name(T)> {};                                  \
  template <class T> inline constexpr bool name##_v = __##name(T);
LKS_TRAIT(is_volatile) LKS_TRAIT(is_union) LKS_TRAIT(is_function) LKS_TRAIT(is_lvalue_reference) LKS_TRAIT(is_rvalue_reference)
LKS_TRAIT(is_member_pointer) LKS_TRAIT(is_object) LKS_TRAIT(is_scalar) LKS_TRAIT(is_fundamental) LKS_TRAIT(is_compound)
LKS_TRAIT(is_empty) LKS_TRAIT(is_polymorphic) LKS_TRAIT(is_abstract) LKS_TRAIT(is_final) LKS_TRAIT(is_trivial) LKS_TRAIT(is_pod)
LKS_TRAIT(is_standard_layout) LKS_TRAIT(is_aggregate)
#undef LKS_TRAIT
#define LKS_TRAIT(name)                                                                                      \
  template <class T, class U> struct name : integral_constant<bool, __##name(T, U)> {};                      \
  template <class T, class U> inline constexpr bool name##_v = __##name(T, U);
LKS_TRAIT(is_base_of) LKS_TRAIT(is_convertible) LKS_TRAIT(is_assignable)
#undef LKS_TRAIT
#define LKS_TRAIT(name)                                                                                      \
  template <class T, class... A> struct name : integral_constant<bool, __##name(T, A...)> {};                \
  template <class T, class... A> inline constexpr bool name##_v = __##name(T, A...);
LKS_TRAIT(is_constructible) LKS_TRAIT(is_trivially_constructible) LKS_TRAIT(is_nothrow_constructible)
#undef LKS_TRAIT
template <class T> struct is_default_constructible : is_constructible<T> {};
template <class T> inline constexpr bool is_default_constructible_v = __is_constructible(T);
template <class T> struct is_null_pointer : is_same<remove_cv_t<T>, nullptr_t> {};
template <class T> inline constexpr bool is_null_pointer_v = is_same_v<remove_cv_t<T>, nullptr_t>;
template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <class T> struct rank : integral_constant<size_t, 0> {};
template <class T, size_t N> struct rank<T[N]> : integral_constant<size_t, rank<T>::value + 1> {};
template <class T, unsigned I = 0> struct extent : integral_constant<size_t, 0> {};
template <class T, size_t N> struct extent<T[N], 0> : integral_constant<size_t, N> {};
template <class T, size_t N, unsigned I> struct extent<T[N], I> : extent<T, I - 1> {};
template <class... B> struct conjunction : bool_constant<(B::value && ...)> {};
template <class... B> struct disjunction : bool_constant<(B::value || ...)> {};
template <class B> struct negation : bool_constant<!B::value> {};
template <class... B> inline constexpr bool conjunction_v = conjunction<B...>::value;
template <class... B> inline constexpr bool disjunction_v = disjunction<B...>::value;
template <class B> inline constexpr bool negation_v = !B::value;
template <class F, class... A> struct invoke_result { typedef decltype(declval<F>()(declval<A>()...)) type; };
template <class F, class... A> using invoke_result_t = typename invoke_result<F, A...>::type;
template <class F> struct result_of;
template <class F, class... A> struct result_of<F(A...)> : invoke_result<F, A...> {};
template <class F> using result_of_t = typename result_of<F>::type;

} // namespace std
