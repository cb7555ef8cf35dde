// Messages as lines (message.h). A string's byte is the character of that number.
#include "driver/process/message.h"

#include <stdexcept>

namespace lockstep::driver {

namespace {

using nlohmann::json;

std::string as_characters(const std::string &bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xc0 | (byte >> 6));
      out += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return out;
}

std::string as_bytes(const std::string &characters) {
  std::string out;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const auto byte = static_cast<unsigned char>(characters[i]);
    if (byte < 0x80) {
      out += characters[i];
      continue;
    }
    if (byte > 0xc3 || i + 1 == characters.size())
      throw std::runtime_error("a character that stands for no byte");
    out += static_cast<char>((byte & 0x3) << 6 | (static_cast<unsigned char>(characters[++i]) & 0x3f));
  }
  return out;
}

// Keys are names of fields, which are ASCII, or of variables.
template <typename Change> json with_strings(json j, const Change &change) {
  if (j.is_string())
    return change(j.get_ref<const std::string &>());
  if (j.is_array())
    for (json &element : j)
      element = with_strings(std::move(element), change);
  if (!j.is_object())
    return j;
  json out = json::object();
  for (auto &[key, value] : j.items())
    out[change(key)] = with_strings(std::move(value), change);
  return out;
}

} // namespace

std::string to_message(json content) {
  return with_strings(std::move(content), as_characters).dump(-1, ' ', true) + "\n";
}

json from_message(const std::string &line) { return with_strings(json::parse(line), as_bytes); }

} // namespace lockstep::driver
