/*
 * Constants that the first screen needs. They are in a file of their own so that it loads neither the schemas of the
 * messages nor the hash function.
 */

/** Must be raised when a message changes in a way that the other side could not read. */
export const PROTOCOL_VERSION = 2;

/** The `error` of a 401 for the session of a dismissed user: this user may push and do nothing else (SYN-25). */
export const ACCOUNT_INACTIVE = 'account_inactive';

/** The hash before a client's first mutation (SYN-20). */
export const HASH_ZERO = '0'.repeat(32);
