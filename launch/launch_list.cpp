// Reading launches (launch_list.h).
#include "launch/launch_list.h"

#include "support/nearest.h"
#include "support/text_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace lockstep::launch {

namespace {

using nlohmann::json;
using ListedKind = RecordedArgument::Kind;

constexpr std::uint64_t most_bytes = std::uint64_t(1) << 48;

struct Mistake {
  std::string what; // of the entry at hand
};

// --- the text ---------------------------------------------------------------------------------------------

// Counts lines while the parser reads, so that entries have places.
class Counted {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  Counted(const char *at, unsigned *line) : at_(at), line_(line) {}
  reference operator*() const { return *at_; }
  Counted &operator++() {
    if (*at_++ == '\n')
      ++*line_;
    return *this;
  }
  bool operator==(const Counted &other) const { return at_ == other.at_; }
  bool operator!=(const Counted &other) const { return at_ != other.at_; }

private:
  const char *at_;
  unsigned *line_;
};

struct Text {
  json whole;
  std::vector<unsigned> lines; // where each entry begins
};

support::Result<Text> parse(const std::string &path, const std::string &text, support::Diagnostics &diags) {
  Text out;
  unsigned line = 1;
  int list_depth = -1; // of the list's entries
  const auto note = [&](int depth, json::parse_event_t event, json &value) {
    if (depth == 0 && event == json::parse_event_t::array_start)
      list_depth = 1;
    else if (depth == 1 && event == json::parse_event_t::key && value == "launches")
      list_depth = 2;
    else if (depth == 1 && event == json::parse_event_t::key)
      list_depth = -1;
    else if (depth == list_depth && event == json::parse_event_t::object_start)
      out.lines.push_back(line);
    return true;
  };
  const char *begin = text.data(), *end = begin + text.size();
  try {
    out.whole = json::parse(Counted(begin, &line), Counted(end, &line), note);
  } catch (const json::parse_error &e) {
    std::string why = e.what();
    why = why.substr(std::min(why.find("] ") + 2, why.size()));
    if (const auto colon = why.find(": "); why.starts_with("parse error") && colon != std::string::npos)
      why = why.substr(colon + 2);
    for (char &c : why) // it may show half a character of the file
      if (c < ' ' || c > '~')
        c = '?';
    diags.error(support::Origin({path, line, 0}), fmt::format("this is no JSON: {}", why));
    return support::failure;
  }
  return out;
}

// --- an entry ---------------------------------------------------------------------------------------------

void only_keys(const json &j, const std::vector<std::string> &known) {
  for (const auto &[key, value] : j.items())
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      const std::string near = support::nearest(key, known);
      throw Mistake{fmt::format("'{}' is not a field that is known here{}", key,
                                near.empty() ? "" : ", did you mean '" + near + "'?")};
    }
}

std::string text_of(const json &j, const char *key, bool needed) {
  const auto found = j.find(key);
  if (found == j.end() && !needed)
    return {};
  if (found == j.end())
    throw Mistake{fmt::format("it has no '{}'", key)};
  if (!found->is_string() || (needed && found->get_ref<const std::string &>().empty()))
    throw Mistake{fmt::format("'{}' is to be a text", key)};
  return *found;
}

std::optional<std::uint64_t> number_of(const json &j, const char *key) {
  const auto found = j.find(key);
  if (found == j.end())
    return std::nullopt;
  if (!found->is_number_unsigned())
    throw Mistake{fmt::format("'{}' is to be a number from 0 on", key)};
  if (found->get<std::uint64_t>() > most_bytes)
    throw Mistake{fmt::format("'{}' is greater than any memory: {}", key, found->dump())};
  return found->get<std::uint64_t>();
}

// "64,4,1", for the reader of sizes; empty where the field is missing.
std::optional<std::string> sizes_of(const json &j, const char *key, bool needed, std::uint64_t least) {
  const auto found = j.find(key);
  if (found == j.end() && needed)
    throw Mistake{fmt::format("it has no '{}'", key)};
  if (found == j.end())
    return std::nullopt;
  if (!found->is_array() || found->empty() || found->size() > 3)
    throw Mistake{fmt::format("'{}' is to be a list of one to three numbers", key)};
  std::string out;
  for (const json &n : *found) {
    if (!n.is_number_unsigned())
      throw Mistake{fmt::format("'{}' is to be a list of numbers", key)};
    if (n.get<std::uint64_t>() < least)
      throw Mistake{fmt::format("'{}' has a size 0: nothing runs in such a launch, leave it out", key)};
    out += (out.empty() ? "" : ",") + std::to_string(n.get<std::uint64_t>());
  }
  return out;
}

std::vector<unsigned char> bytes_of(const std::string &text) {
  std::vector<unsigned char> out;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    unsigned char byte = 0;
    const char *end = text.data() + std::min(i + 2, text.size());
    if (const auto [at, error] = std::from_chars(text.data() + i, end, byte, 16);
        error != std::errc() || at != text.data() + i + 2)
      throw Mistake{fmt::format("the bytes '{}' are to be two hexadecimal digits each", text)};
    out.push_back(byte);
  }
  return out;
}

std::optional<std::uint64_t> value_of(const std::string &text) {
  std::uint64_t value = 0;
  const char *end = text.data() + text.size();
  if (text.size() < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
    throw Mistake{fmt::format("the value '{}' is to be a hexadecimal number, 0x...", text)};
  const auto [at, error] = std::from_chars(text.data() + 2, end, value, 16);
  if (error == std::errc::result_out_of_range)
    return std::nullopt; // a vector or a structure: any value
  if (error != std::errc() || at != end)
    throw Mistake{fmt::format("the value '{}' is to be a hexadecimal number, 0x...", text)};
  return value;
}

RecordedArgument argument(const json &j) {
  if (!j.is_object())
    throw Mistake{"an argument is to be an object"};
  const std::string type = text_of(j, "type", true);
  RecordedArgument a;
  const auto place = [&] {
    a.memory = static_cast<unsigned>(number_of(j, "memory").value_or(0));
    a.begins = number_of(j, "begins").value_or(0);
  };
  if (type == "scalar") {
    only_keys(j, {"type", "value", "bytes"});
    if (j.contains("bytes"))
      a.bytes = bytes_of(text_of(j, "bytes", true));
    else if (j.contains("value"))
      a.value = value_of(text_of(j, "value", true));
    a.kind = ListedKind::Scalar;
  } else if (type == "array") {
    only_keys(j, {"type", "size", "address_space", "flags", "data", "memory", "begins"});
    const std::string space = text_of(j, "address_space", false);
    if (!space.empty() && space != "global" && space != "local" && space != "constant")
      throw Mistake{fmt::format("'{}' is not an address space: global, local or constant", space)};
    a.kind = space == "local" ? ListedKind::Local : ListedKind::Array;
    a.size = number_of(j, "size");
    place();
  } else if (type == "image" || type == "pipe") {
    only_keys(j, {"type", "memory", "begins"});
    a.kind = type == "image" ? ListedKind::Image : ListedKind::Pipe;
    place();
  } else if (type == "sampler" || type == "svm" || type == "unset") {
    only_keys(j, {"type"});
    a.kind = type == "sampler" ? ListedKind::Sampler : type == "svm" ? ListedKind::Svm : ListedKind::Unknown;
  } else {
    throw Mistake{fmt::format("'{}' is not a type of an argument: scalar, array, image, sampler, pipe", type)};
  }
  return a;
}

// OpenCL 2.0 lets the last groups be smaller.
void check_groups(const json &j, RecordedLaunch &l) {
  if (!j.contains("local_size"))
    return;
  const json &global = j["global_size"], &local = j["local_size"];
  if (global.size() != local.size())
    throw Mistake{fmt::format("'global_size' has {} dimension(s), 'local_size' {}", global.size(), local.size())};
  for (std::size_t d = 0; d < global.size() && l.refused.empty(); ++d)
    if (const auto all = global[d].get<std::uint64_t>(), one = local[d].get<std::uint64_t>(); all % one != 0)
      l.refused = fmt::format("is launched in groups of different sizes, {} threads in groups of {}, which is not "
                              "supported",
                              all, one);
}

RecordedLaunch launch(const json &j, const std::filesystem::path &folder) {
  if (!j.is_object())
    throw Mistake{"a launch is to be an object"};
  only_keys(j, {"language", "endianness", "kernel_file", "entry_point", "not_recordable", "global_size", "local_size",
                "global_offset", "compiler_flags", "directory", "pointer_bits", "kernel_arguments", "host_api_calls",
                "count"});
  RecordedLaunch l;
  if (const std::string language = text_of(j, "language", true); language != "OpenCL")
    throw Mistake{fmt::format("the language '{}' is not read here: only OpenCL is", language)};
  if (text_of(j, "endianness", false) == "big")
    throw Mistake{"it is of a big-endian device, which is not supported"};
  l.kernel = text_of(j, "entry_point", true);
  if (const std::string why = text_of(j, "not_recordable", false); !why.empty())
    l.refused = "has no source to judge: " + why;
  else
    l.file = (folder / text_of(j, "kernel_file", true)).lexically_normal().string();
  l.sizes.global_size = sizes_of(j, "global_size", true, 1);
  l.sizes.local_size = sizes_of(j, "local_size", false, 1);
  l.sizes.global_offset = sizes_of(j, "global_offset", false, 0);
  check_groups(j, l);
  if (!l.sizes.local_size) { // the implementation's choice
    l.sizes.local_size = "*";
    for (std::size_t d = 1; d < j["global_size"].size(); ++d)
      *l.sizes.local_size += ",*";
  }
  l.flags = text_of(j, "compiler_flags", false);
  l.directory = text_of(j, "directory", false);
  l.pointer_bits = static_cast<unsigned>(number_of(j, "pointer_bits").value_or(64));
  if (l.pointer_bits != 64 && l.pointer_bits != 32)
    throw Mistake{"'pointer_bits' is to be 32 or 64"};
  if (const auto list = j.find("kernel_arguments"); list != j.end()) {
    if (!list->is_array())
      throw Mistake{"'kernel_arguments' is to be a list"};
    l.arguments_known = true;
    for (const json &a : *list)
      l.arguments.push_back(argument(a));
  }
  std::error_code error;
  if (!l.file.empty() && !std::filesystem::is_regular_file(l.file, error))
    throw Mistake{fmt::format("its file '{}' is not there: names count from the list's own folder", l.file)};
  return l;
}

} // namespace

support::Result<std::vector<RecordedLaunch>> read_launches(const std::string &path, support::Diagnostics &diags) {
  const auto source = read_source(path, diags);
  if (!source)
    return support::failure;
  const auto text = parse(path, *source, diags);
  if (!text)
    return support::failure;
  const auto wrong = [&](unsigned line, const std::string &what) {
    diags.error(support::Origin({path, line, 0}), what);
    return support::failure;
  };
  const json &whole = text->whole;
  const bool ours = whole.is_object();
  if (ours && (!whole.contains("schema") || whole["schema"] != 1))
    return wrong(1, "the field 'schema' is to be 1: the list is not of this version of `lockstep record`");
  const json &list = ours && whole.contains("launches") ? whole["launches"] : whole;
  if (!list.is_array())
    return wrong(1, "this is no list of launches: neither what `lockstep record` writes nor a list of objects");
  if (list.empty())
    return wrong(1, "the list has no launch");
  std::vector<RecordedLaunch> out;
  std::set<std::string> met;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const unsigned line = text->lines.size() == list.size() ? text->lines[i] : 1;
    try {
      RecordedLaunch l = launch(list[i], std::filesystem::path(path).parent_path());
      l.origin = support::Origin({path, line, 0});
      l.number = static_cast<unsigned>(i + 1);
      l.overlaps_known = ours;
      json key = list[i];
      key.erase("count");
      key.erase("host_api_calls");
      if (met.insert(key.dump()).second)
        out.push_back(std::move(l));
    } catch (const Mistake &m) {
      return wrong(line, fmt::format("launch {} of the list: {}", i + 1, m.what));
    }
  }
  return out;
}

} // namespace lockstep::launch
