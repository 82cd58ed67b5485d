// lockFile: an open file for this process alone.
#ifndef _WIN32
#include <sys/file.h>

#include <cerrno>
#endif

#include "bind.h"

namespace stipple::bind {

namespace {
// More descriptors than any process may have.
constexpr double kMaxDescriptor = 1e9;
}  // namespace

// The kernel ends the lock with the process, however that ends; programs that it starts do not get the descriptor.
Napi::Value lockFile(const Napi::CallbackInfo& info) {
  const auto descriptor = integerOf(info[0], kMaxDescriptor);
  if (!descriptor) return refuseType(info.Env(), "expected a descriptor");
#ifndef _WIN32
  int result = 0;
  do {
    result = flock(static_cast<int>(*descriptor), LOCK_EX | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  if (result == 0) return Napi::Boolean::New(info.Env(), true);
  if (errno == EWOULDBLOCK) return Napi::Boolean::New(info.Env(), false);
#endif
  return info.Env().Null();
}

}  // namespace stipple::bind
