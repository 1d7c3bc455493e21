/** R-NOTIF-27, R-SHELL-12. */
export const countText = (count: number): string => (count > 9 ? '9+' : String(count));

/** How many are new, at the corner of what it belongs to; nothing at 0. Said aloud by whoever shows it. */
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
