// See recorded.h.
#include "launch/recorded.h"

#include "launch/sizes.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/format.h>

namespace lockstep::launch {

namespace {

using frontend::LeafKind;
using frontend::Parameter;
using frontend::ParameterKind;
using Kind = RecordedArgument::Kind;
using Argument = frontend::LaunchSite::Argument;

bool is_pointer(const Parameter &p) {
  return p.kind == ParameterKind::Buffer || p.kind == ParameterKind::Constant || p.kind == ParameterKind::Group;
}

std::uint64_t number(const std::vector<unsigned char> &bytes, std::uint64_t at, unsigned count) {
  std::uint64_t out = 0;
  for (unsigned k = 0; k < count; ++k)
    out |= std::uint64_t(bytes[at + k]) << (8 * k);
  return out;
}

std::string text_of(std::uint64_t bits, const frontend::ParameterLeaf &leaf) {
  if (leaf.kind == LeafKind::Float && leaf.bytes == 4)
    return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (leaf.kind == LeafKind::Float && leaf.bytes == 8)
    return fmt::format("{}", std::bit_cast<double>(bits));
  if (leaf.kind == LeafKind::Signed)
    return std::to_string(cfg::to_signed(bits, 8 * leaf.bytes));
  return leaf.kind == LeafKind::Float ? fmt::format("0x{:x}", bits) : std::to_string(bits);
}

class Site {
public:
  Site(const RecordedLaunch &launch, support::Diagnostics &diags) : launch_(launch), diags_(diags) {
    out_.site.origin = launch.origin;
    out_.site.others_apart = launch.overlaps_known;
  }

  support::Result<RecordedSite> take(const std::vector<Parameter> &parameters) {
    if (!launch_.arguments_known)
      return std::move(out_);
    if (parameters.size() != launch_.arguments.size()) {
      diags_.error(launch_.origin,
                   fmt::format("the launch has {} arguments, kernel '{}' has {} parameters: the source is not the one "
                               "that was launched, or was compiled otherwise",
                               launch_.arguments.size(), launch_.kernel, parameters.size()));
      return support::failure;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (!add(parameters[i], launch_.arguments[i]))
        return support::failure;
    if (!one_space(parameters))
      return support::failure;
    return std::move(out_);
  }

private:
  bool add(const Parameter &p, const RecordedArgument &a) {
    if (is_pointer(p))
      return add_pointer(p, a);
    if (p.kind == ParameterKind::Opaque)
      return a.memory == 0 || refuse(p, "overlaps another argument, which of an image or pipe");
    switch (a.kind) {
    case Kind::Unknown: return true;
    case Kind::Scalar: return add_value(p, a);
    case Kind::Array:
    case Kind::Local:
    case Kind::Image:
    case Kind::Sampler:
    case Kind::Pipe:
    case Kind::Svm: break;
    }
    return unfit(p, "is passed memory, but is a value");
  }

  bool add_value(const Parameter &p, const RecordedArgument &a) {
    if (!a.bytes.empty() && p.bytes != 0 && a.bytes.size() != p.bytes)
      return unfit(p, fmt::format("is passed {} bytes, but has {}", a.bytes.size(), p.bytes));
    for (const frontend::ParameterLeaf &leaf : p.leaves) {
      const bool whole = !a.value || p.leaves.size() == 1; // a number of a vector or structure: any value
      if (leaf.bytes == 0 || leaf.bytes > 8 || !whole || leaf.kind == LeafKind::Pointer ||
          (!a.value && leaf.offset + leaf.bytes > a.bytes.size()))
        continue;
      const unsigned width = 8 * leaf.bytes;
      const std::uint64_t bits =
          a.value ? cfg::mask_to_width(*a.value, width) : number(a.bytes, leaf.offset, leaf.bytes);
      Argument argument;
      argument.parameter = leaf.name;
      argument.value =
          cfg::constant(leaf.kind == LeafKind::Float ? cfg::float_type(width) : cfg::int_type(width), bits);
      out_.site.arguments.push_back(std::move(argument));
      say(leaf.name + " == " + text_of(bits, leaf));
    }
    return true;
  }

  bool add_pointer(const Parameter &p, const RecordedArgument &a) {
    const bool group = p.kind == ParameterKind::Group;
    Argument argument;
    argument.parameter = p.name;
    const bool zeros = std::all_of(a.bytes.begin(), a.bytes.end(), [](unsigned char b) { return b == 0; });
    if ((a.kind == Kind::Scalar && !a.bytes.empty() && zeros && !group) ||
        (a.kind == Kind::Local && !group && a.size == launch_.pointer_bits / 8)) {
      argument.bytes = 0;
      argument.null = true;
      say(fmt::format("'{}' is null", p.name));
    } else if (a.kind == Kind::Array || (a.kind == Kind::Local && group)) {
      argument.bytes = a.size;
      argument.begins = a.begins;
      if (launch_.overlaps_known)
        argument.null = false;
      argument.buffer = a.memory == 0 ? -1 : static_cast<int>(a.memory);
      if (a.size)
        say(fmt::format("{} bytes at '{}'", *a.size, p.name));
      if (a.memory != 0)
        say(fmt::format("'{}' begins at byte {} of what it shares with others", p.name, a.begins));
    } else if (a.kind == Kind::Unknown && !launch_.overlaps_known) {
      return true;
    } else if (a.kind == Kind::Local) {
      return unfit(p, "is passed group memory, but is a pointer to global memory");
    } else if (a.kind == Kind::Image || a.kind == Kind::Sampler || a.kind == Kind::Pipe) {
      return unfit(p, "is passed an image, a sampler or a pipe, but is a pointer");
    } else if (a.kind == Kind::Svm) {
      return refuse(p, "is passed shared virtual memory, of which the extent and what overlaps is not recorded, which");
    } else {
      return refuse(p, "is passed memory that the recording knows nothing of, which");
    }
    out_.site.arguments.push_back(std::move(argument));
    return true;
  }

  // Parameters that share memory are one array, of one space.
  bool one_space(const std::vector<Parameter> &parameters) {
    for (std::size_t i = 0; i < parameters.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (launch_.arguments[i].memory != 0 && launch_.arguments[i].memory == launch_.arguments[j].memory &&
            parameters[i].kind != parameters[j].kind)
          return refuse(parameters[i],
                        fmt::format("overlaps '{}' in another address space, which", parameters[j].name));
    return true;
  }

  void say(const std::string &what) { out_.text += ", " + what; }
  bool unfit(const Parameter &p, const std::string &what) {
    diags_.error(launch_.origin, fmt::format("the parameter '{}' of kernel '{}' {}: the source is not the one that was "
                                             "launched, or was compiled otherwise",
                                             p.name, launch_.kernel, what));
    return false;
  }
  bool refuse(const Parameter &p, const std::string &what) {
    diags_.unsupported(launch_.origin, fmt::format("the parameter '{}' {} is not supported", p.name, what));
    return false;
  }

  const RecordedLaunch &launch_;
  support::Diagnostics &diags_;
  RecordedSite out_;
};

// Little-endian; empty: it is no such number.
std::vector<unsigned char> number_bytes(const std::string &text) {
  std::vector<unsigned char> out;
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  std::string digits = text.substr(hexadecimal ? 2 : 0);
  const char *valid = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
  if (digits.empty() || digits.find_first_not_of(valid) != std::string::npos)
    return {};
  if (!hexadecimal) {
    std::uint64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc())
      return {};
    digits = fmt::format("{:x}", number);
  }
  for (std::size_t end = digits.size(); end > 0; end -= std::min<std::size_t>(end, 2)) {
    const std::size_t from = end >= 2 ? end - 2 : 0;
    out.push_back(static_cast<unsigned char>(std::stoul(digits.substr(from, end - from), nullptr, 16)));
  }
  return out;
}

} // namespace

support::Result<RecordedSite> given_site(const std::vector<std::string> &values,
                                         const std::vector<Parameter> &parameters, support::Diagnostics &diags) {
  RecordedLaunch launch;
  launch.arguments_known = true;
  std::size_t next = 0;
  for (const Parameter &p : parameters) {
    RecordedArgument &argument = launch.arguments.emplace_back();
    if (is_pointer(p) || p.kind == ParameterKind::Opaque)
      continue;
    if (next == values.size()) {
      ++next;
      break;
    }
    const std::string &value = values[next++];
    if (value == "*")
      continue;
    argument.kind = Kind::Scalar;
    argument.bytes = number_bytes(value);
    while (argument.bytes.size() > std::max<std::uint64_t>(p.bytes, 1) && argument.bytes.back() == 0)
      argument.bytes.pop_back();
    if (argument.bytes.empty() || argument.bytes.size() > p.bytes) {
      diags.error({}, fmt::format("--values: '{}' is no number of the {} bytes that the parameter '{}' has", value,
                                  p.bytes, p.name));
      return support::failure;
    }
    argument.bytes.resize(p.bytes);
  }
  if (next != values.size()) {
    diags.error({},
                fmt::format("--values gives {} values, the kernel has {} parameters that are no pointers",
                            values.size(), std::count_if(parameters.begin(), parameters.end(), [](const Parameter &p) {
                              return !is_pointer(p) && p.kind != ParameterKind::Opaque;
                            })));
    return support::failure;
  }
  return Site(launch, diags).take(parameters);
}

support::Result<RecordedSite> recorded_site(const RecordedLaunch &launch, const std::vector<Parameter> &parameters,
                                            support::Diagnostics &diags) {
  return Site(launch, diags).take(parameters);
}

std::string recorded_as(const RecordedLaunch &launch, const cfg::Launch &sizes, const RecordedSite &site) {
  const bool free = std::any_of(sizes.local_size.begin(), sizes.local_size.end(), [](auto &e) { return !e; });
  return fmt::format("the kernel is launched as at {}: groups of {}, {}{}", launch.origin.str(),
                     sizes_text(sizes.local_size),
                     free ? fmt::format("{} threads in all, in groups of one size", *launch.sizes.global_size)
                          : sizes_text(sizes.num_groups) + " of them",
                     site.text);
}

} // namespace lockstep::launch
