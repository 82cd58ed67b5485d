// limitArenas, releaseMemory: what the C library's allocator keeps for later. releaseFilePages: files in memory.
#include "bind.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifdef __linux__
#include <sys/mman.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#endif

namespace stipple::bind {

namespace {
// More arenas than threads that any machine runs.
constexpr double kMaxArenas = 1e6;
}  // namespace

Napi::Value limitArenas(const Napi::CallbackInfo& info) {
  const auto most = integerOf(info[0], kMaxArenas);
  if (!most || *most == 0) return refuseType(info.Env(), "expected a number of arenas");
#if defined(__GLIBC__) && defined(M_ARENA_MAX)
  return Napi::Boolean::New(info.Env(), mallopt(M_ARENA_MAX, static_cast<int>(*most)) == 1);
#else
  return Napi::Boolean::New(info.Env(), false);
#endif
}

Napi::Value releaseMemory(const Napi::CallbackInfo& info) {
#ifdef __GLIBC__
  return Napi::Boolean::New(info.Env(), malloc_trim(0) == 1);
#else
  return Napi::Boolean::New(info.Env(), false);
#endif
}

// Pages of a mapping that is shared and not written by this process are the file's: the next read brings them back.
Napi::Value releaseFilePages(const Napi::CallbackInfo& info) {
  bool released = false;
#ifdef __linux__
  std::FILE* maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr) return Napi::Boolean::New(info.Env(), false);
  char line[4096];
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char rights[5] = "";
    if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &begin, &end, rights) != 3) continue;
    if (std::strcmp(rights, "r--s") != 0) continue;
    // The kernel gives addresses as numbers.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    released |= madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED) == 0;
  }
  std::fclose(maps);
#endif
  return Napi::Boolean::New(info.Env(), released);
}

}  // namespace stipple::bind
