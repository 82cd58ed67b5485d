// Conversions that the exported functions share.
#include "bind.h"

namespace stipple::bind {

std::optional<std::span<uint8_t>> bytesOf(const Napi::Value& value) {
  if (value.IsUndefined()) return std::span<uint8_t>();
  if (!value.IsTypedArray()) return std::nullopt;
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  napi_status answer = napi_get_typedarray_info(value.Env(), value, &type, &length, &data, nullptr, nullptr);
  if (answer != napi_ok || (type != napi_uint8_array && type != napi_uint8_clamped_array))
    return std::nullopt;
  // A detached array has no data whatever its length.
  if (data == nullptr) length = 0;
  return std::span<uint8_t>(static_cast<uint8_t*>(data), length);
}

std::optional<std::vector<Rgb>> inksOf(const Napi::Value& value) {
  auto bytes = bytesOf(value);
  if (!bytes || bytes->size() % 3 != 0 || bytes->size() > 3 * kMaxInks) return std::nullopt;
  std::vector<Rgb> inks;
  for (size_t i = 0; i < bytes->size(); i += 3)
    inks.push_back({(*bytes)[i], (*bytes)[i + 1], (*bytes)[i + 2]});
  return inks;
}

std::optional<uint32_t> integerOf(const Napi::Value& value, double most) {
  if (!value.IsNumber()) return std::nullopt;
  double number = value.As<Napi::Number>().DoubleValue();
  if (!(number >= 0 && number <= most)) return std::nullopt;
  uint32_t whole = static_cast<uint32_t>(number);
  if (static_cast<double>(whole) != number) return std::nullopt;
  return whole;
}

Napi::Value refuseType(Napi::Env env, const char* message) {
  Napi::TypeError::New(env, message).ThrowAsJavaScriptException();
  return env.Undefined();
}

Napi::Value refuseStatus(Napi::Env env, Status status) {
  const char* message = "unexpected status";
  switch (status) {
    case Status::kBadSize:
      message = "width and height must be at least 1 and within the limit";
      break;
    case Status::kBadLength:
      message = "a buffer does not have the length that width and height ask for";
      break;
    case Status::kBadPalette:
      message = "a palette has 2 to 256 inks, and as many measured colours or none";
      break;
    case Status::kBadTuning:
      message = "a dither number is outside its range";
      break;
    case Status::kBadIndex:
      message = "an index is not below the number of inks";
      break;
    case Status::kBadText:
      message = "an outline, reference, position or size of the text is out of range";
      break;
    case Status::kOk:
      break;
  }
  Napi::RangeError::New(env, message).ThrowAsJavaScriptException();
  return env.Undefined();
}

}  // namespace stipple::bind
