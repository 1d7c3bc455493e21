import { isIP } from 'node:net';

// Reads the headers in which proxies name their client: X-Forwarded-For, a list that each proxy appends to, and
// Forwarded (RFC 7239), a list of pairs. Proxies write addresses differently: with a port, in brackets, in quotes.

/** Returns the addresses of X-Forwarded-For, the nearest proxy's last; null for an entry that is no address. */
export const readForwardedFor = (header: string): (string | null)[] => splitOutsideQuotes(header, ',').map(readNode);

/** An element of the header Forwarded; each proxy appends one. */
export interface ForwardedElement {
  address: string | null;
  proto: string | null;
}

/** Returns the elements of Forwarded, the nearest proxy's last (RFC 7239, section 4). */
export function readForwarded(header: string): ForwardedElement[] {
  return splitOutsideQuotes(header, ',').map((element) => {
    const pairs = new Map(
      splitOutsideQuotes(element, ';').map((pair): [string, string] => {
        const [name = '', ...value] = pair.split('=');
        return [name.trim().toLowerCase(), value.join('=').trim()];
      }),
    );
    return {
      address: readNode(pairs.get('for') ?? ''),
      proto: unquoted(pairs.get('proto') ?? '')?.toLowerCase() || null,
    };
  });
}

/**
 * Returns the address in '203.0.113.9', '203.0.113.9:4711', '2001:db8::1', '[2001:db8::1]' or '"[2001:db8::1]:4711"'.
 * Null for all other text: 'unknown', a name that hides the address ('_gazonk'), rubbish.
 */
function readNode(text: string): string | null {
  const plain = unquoted(text.trim());
  if (plain === null) return null;
  const bracketed = /^\[([0-9a-f:.]+)(?:%[\w.-]+)?\](?::\w{1,6})?$/i.exec(plain)?.[1];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : null;
  const withPort = /^([\d.]+):\w{1,6}$/.exec(plain)?.[1];
  const address = withPort ?? plain.replace(/%[\w.-]+$/, '');
  return isIP(address) === 0 ? null : address;
}

/** Removes the quotes of a quoted string; null if they do not close. */
function unquoted(text: string): string | null {
  if (!text.includes('"')) return text;
  const inside = /^"((?:[^"\\]|\\.)*)"$/.exec(text)?.[1];
  return inside === undefined ? null : inside.replaceAll(/\\(.)/g, '$1');
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [''];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') isQuoted = !isQuoted;
    if (char === separator && !isQuoted) parts.push('');
    else if (char === '\\' && isQuoted) parts.push(`${parts.pop() ?? ''}${char}${text.charAt((at += 1))}`);
    else parts.push(`${parts.pop() ?? ''}${char}`);
  }
  return parts;
}

/**
 * Returns the eight groups of an IPv6 address as numbers. The address may end with an IPv4 one ('::ffff:203.0.113.9').
 */
export function groupsOf(address: string): number[] {
  const [head = [], tail] = address.split('::').map(numbers);
  if (tail === undefined) return head;
  const gap = Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array.from({ length: gap }, () => 0), ...tail];
}

function numbers(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
