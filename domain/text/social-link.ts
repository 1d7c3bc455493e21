/** The beginning of the URLs of profiles in each network. */
const PROFILE_ROOT = {
  x: 'https://x.com/',
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
} as const;

/** An https URL with a named host, without characters that would end an attribute or a line. */
const WEB_ADDRESS = /^https:\/\/(?:[\w-]+\.)+[a-z][\w-]*(?::\d{1,5})?(?:[/?#][^\s<>"'`\\]*)?$/i;

export type Network = keyof typeof PROFILE_ROOT;

/**
 * Returns a safe link for a typed URL or @handle (C-136); null if it is neither. Only https is allowed, so that typed
 * text never becomes a script.
 */
export function socialLink(network: Network, typed: string): string | null {
  const text = typed.trim();
  const handle = /^@?([\w.-]{1,100})$/.exec(text)?.[1];
  if (handle !== undefined && (text.startsWith('@') || !handle.includes('.'))) return PROFILE_ROOT[network] + handle;
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text.replace(/^http:/i, 'https:') : `https://${text}`;
  return WEB_ADDRESS.test(address) ? address : null;
}
