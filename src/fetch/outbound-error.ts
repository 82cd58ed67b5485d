/** What this side refuses to do or to accept; the message is the end of a sentence for the script. */
export class OutboundError extends Error {}
