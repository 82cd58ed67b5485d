#include "confine/descriptors.h"

#ifdef __linux__
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <map>
#include <string>

namespace stipple {
namespace {

// Descriptors beyond the standard streams, and what they are: `pipe:[123]`, `anon_inode:[eventfd]`, a path.
std::map<int, std::string> openDescriptors() {
  std::map<int, std::string> found;
  DIR* const folder = opendir("/proc/self/fd");
  if (folder == nullptr) return found;
  while (const dirent* const entry = readdir(folder)) {
    const int descriptor = atoi(entry->d_name);
    char target[256];
    const ssize_t length = readlinkat(dirfd(folder), entry->d_name, target, sizeof(target));
    if (descriptor <= STDERR_FILENO || descriptor == dirfd(folder) || length <= 0) continue;
    found.emplace(descriptor, std::string(target, static_cast<size_t>(length)));
  }
  closedir(folder);
  return found;
}

// Those of libuv: its loops, and pipes of which it has both ends.
bool isHarmless(const std::string& target, int ends) {
  if (target == "anon_inode:[eventpoll]" || target == "anon_inode:[eventfd]" || target == "/dev/null") return true;
  return target.starts_with("pipe:") && ends == 2;
}

}  // namespace

bool closeInherited(const std::set<int>& kept) {
  const std::map<int, std::string> open = openDescriptors();
  std::map<std::string, int> ends;
  for (const auto& [descriptor, target] : open) ends[target] += 1;
  for (const auto& [descriptor, target] : open) {
    if (!isHarmless(target, ends[target]) && !kept.contains(descriptor)) close(descriptor);
  }
  return !open.empty();
}

bool keepDescriptors() {
  const std::map<int, std::string> open = openDescriptors();
  for (const auto& [descriptor, target] : open) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return !open.empty();
}

}  // namespace stipple
#else
namespace stipple {
bool closeInherited(const std::set<int>&) { return false; }
bool keepDescriptors() { return false; }
}  // namespace stipple
#endif
