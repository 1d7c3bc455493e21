/** R-NOTIF-27, R-SHELL-12. */
export const countText = (count: number): string => (count > 9 ? '9+' : String(count));

/**
 * The number of new ones, at the corner of an icon; nothing at 0. The element around it names it for screen readers.
 */
export function CountBadge({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className="k-count" aria-hidden>
      {countText(count)}
    </span>
  );
}

/** The same for a screen reader, beside a name that stays what it is. */
export const countDescription = (count: number): string | undefined =>
  count === 0 ? undefined : `${countText(count)} unread`;
