/** The name of who runs a command. */
import os from 'node:os';

/** Containers run users that have no name. */
export function ownUserName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
