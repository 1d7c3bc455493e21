/** Returns a name for a picture that cannot be guessed: 128 random bits as hex. */
export function newImageKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
