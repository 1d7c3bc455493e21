/** Where each network keeps its people. */
const PROFILE_ROOT = {
  x: 'https://x.com/',
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
} as const;

/** An address with a named host, without characters that would end an attribute or a line. */
const WEB_ADDRESS = /^https:\/\/(?:[\w-]+\.)+[a-z][\w-]*(?::\d{1,5})?(?:[/?#][^\s<>"'`\\]*)?$/i;

export type Network = keyof typeof PROFILE_ROOT;

/**
 * A safe link to what a person typed as an address or a @handle (C-136): https or nothing, so that no text of theirs
 * becomes a script; null where it is neither.
 */
export function socialLink(network: Network, typed: string): string | null {
  const text = typed.trim();
  const handle = /^@?([\w.-]{1,100})$/.exec(text)?.[1];
  if (handle !== undefined && (text.startsWith('@') || !handle.includes('.'))) return PROFILE_ROOT[network] + handle;
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text.replace(/^http:/i, 'https:') : `https://${text}`;
  return WEB_ADDRESS.test(address) ? address : null;
}
