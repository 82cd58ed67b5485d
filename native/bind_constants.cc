// The kernel's constants for JavaScript, so that no number stands in two places.
#include "base/limits.h"
#include "bind.h"
#include "dither/noise_tile.h"
#include "text/outline.h"
#include "text/text_rules.h"

namespace stipple::bind {
namespace {

template <size_t kCount>
Napi::Array names(Napi::Env env, const std::array<const char*, kCount>& names) {
  Napi::Array list = Napi::Array::New(env, kCount);
  for (uint32_t i = 0; i < kCount; i++) list.Set(i, names[i]);
  list.Freeze();
  return list;
}

Napi::Object range(Napi::Env env, const TuningRange& range) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("min", 0);
  object.Set("max", range.most);
  object.Set("standard", range.standard);
  object.Freeze();
  return object;
}

Napi::Object tuning(Napi::Env env) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("maxError", range(env, kMaxError));
  object.Set("noiseScale", range(env, kNoiseScale));
  object.Set("chromaClamp", range(env, kChromaClamp));
  object.Set("strength", range(env, kStrength));
  object.Freeze();
  return object;
}

Napi::Object outline(Napi::Env env) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("unit", kOutlineUnit);
  object.Set("move", static_cast<int>(kMove));
  object.Set("line", static_cast<int>(kLine));
  object.Set("quadratic", static_cast<int>(kQuadratic));
  object.Set("cubic", static_cast<int>(kCubic));
  object.Set("maxCoordinate", kMaxCoordinate / kOutlineUnit);
  object.Set("maxPoints", kMaxOutlinePoints);
  object.Freeze();
  return object;
}

}  // namespace

Napi::Object constants(Napi::Env env) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("maxEdgePx", kMaxEdge);
  object.Set("maxPixels", static_cast<double>(kMaxPixels));
  object.Set("minInks", kMinInks);
  object.Set("maxInks", kMaxInks);
  object.Set("algorithms", names(env, kAlgorithmNames));
  object.Set("tuning", tuning(env));
  object.Set("hysteresis", range(env, kHysteresis));
  object.Set("noisePeriodPx", kNoiseTileSize);
  object.Set("efforts", names(env, kEffortNames));
  object.Set("maxPaddedBytes", static_cast<double>(kMaxPaddedBytes));
  object.Set("maxGlyphSidePx", kMaxGlyphSide);
  object.Set("fittedSizePx", kFittedSize);
  object.Set("maxHeightFit", kMaxHeightFit);
  object.Set("textBar", TextPicture::kBar);
  object.Set("outline", outline(env));
  object.Freeze();
  return object;
}

}  // namespace stipple::bind
