/**
 * The version of this build, as devices report it (SYN-28). It must be raised with `package.json`, which a test
 * compares.
 */
export const APP_VERSION = '0.1.0';
