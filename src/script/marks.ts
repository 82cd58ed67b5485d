/** Names of the metatables that the sandbox itself uses. Scripts can neither see nor change them. */

/** On tables that came from a list (JSON, `params`): they stay a list when they are empty. */
export const LIST_MARK = 'list';

/** Of `json_null`. */
export const NULL_TYPE = 'json_null';
