/** Returns the text of a badge (R-NOTIF-27, R-SHELL-12). */
export const countText = (count: number): string => (count > 9 ? '9+' : String(count));

/**
 * A count at the corner of an icon; nothing at 0. The element around it names it for screen readers.
 */
export function CountBadge({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className="k-count" aria-hidden>
      {countText(count)}
    </span>
  );
}

/** Returns the count as a screen reader says it, after a name that does not change. */
export const countDescription = (count: number): string | undefined =>
  count === 0 ? undefined : `${countText(count)} unread`;
