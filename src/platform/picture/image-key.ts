/** A name for a picture that nobody guesses: 128 random bits as hex. */
export function newImageKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
