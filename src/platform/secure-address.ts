/** Over plain http, but for the machine itself, a browser has neither workers nor locks: no shop can be kept there. */
export const isSecureAddress = (): boolean => globalThis.isSecureContext !== false;
