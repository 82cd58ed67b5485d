// The files that a process may open, and whom it may reach: landlock(7).
#ifndef STIPPLE_CONFINE_LANDLOCK_H_
#define STIPPLE_CONFINE_LANDLOCK_H_

#include <string>
#include <vector>

namespace stipple {

// The version of Landlock that the kernel has; 0 where it has none, or does not use it.
int landlockVersion();

// A set of rules by which nothing may be opened, made or changed, no TCP port used (from version 4 on), and no signal
// and no abstract socket reach another process (6), except: `readable`, which are files, and folders with all that is
// below them, may be opened to be read. Those that are not there are passed over. Returns a descriptor, or -1.
int openRuleset(const std::vector<std::string>& readable);

// Hold the calling thread to a set of rules, for good. Takes no_new_privs. Only system calls.
bool restrictThread(int ruleset);

}  // namespace stipple

#endif  // STIPPLE_CONFINE_LANDLOCK_H_
