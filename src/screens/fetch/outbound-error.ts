/** A request or an answer that is not allowed. The message is the end of a sentence for the script. */
export class OutboundError extends Error {}
