/** When the body of a request is wanted. */
import type { IncomingMessage } from 'node:http';

/** Tells when somebody begins to read a body; Node itself does after the answer, to discard it. */
export function onFirstRead(request: IncomingMessage, then: () => void): void {
  const read = request._read;
  request._read = (size) => {
    then();
    read.call(request, size);
  };
}
