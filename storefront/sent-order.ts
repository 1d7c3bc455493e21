/**
 * The last order that this browser sent, until its page is seen: its response may have been lost. Sent again under the
 * same key, the same order is not placed twice, and about another one the server asks first (G60).
 */
export interface SentOrder {
  /** The key of its form. */
  key: string;
  /** The id that the order has if the server placed it. */
  orderId: string;
  /** Its lines, as in an address. */
  basket: string;
}

export interface KeptSentOrder {
  read(): SentOrder | null;
  keep(sent: SentOrder): void;
  forget(): void;
}

/** Keeps the sent order of one shop. `storage` outlives the tab, as the basket does. */
export function keptSentOrder(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  slug: string,
): KeptSentOrder {
  const name = `kaunta-sent-${slug}`;
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(storage.getItem(name) ?? 'null');
        return isSentOrder(kept) ? kept : null;
      } catch {
        return null;
      }
    },
    keep(sent) {
      try {
        storage.setItem(name, JSON.stringify(sent));
      } catch {
        // The browser stores nothing: the key is still in the page.
      }
    },
    forget: () => storage.removeItem(name),
  };
}

function isSentOrder(value: unknown): value is SentOrder {
  const { key, orderId, basket } = Object(value) as Partial<Record<keyof SentOrder, unknown>>; // whatever it holds
  return [key, orderId, basket].every((each) => typeof each === 'string');
}
