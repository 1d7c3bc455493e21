/** Kaunta's logo: a counter with goods on it. Decorative: the element around it has the accessible name. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect width="48" height="48" rx="11" fill="var(--mantine-color-kaunta-7)" />
      <rect x="8" y="27" width="32" height="5" rx="2.5" fill="#fff" />
      <path d="M12 34h24v3.5a2.5 2.5 0 0 1-2.5 2.5h-19a2.5 2.5 0 0 1-2.5-2.5z" fill="#fff" opacity="0.72" />
      <rect x="12" y="15" width="7" height="10" rx="1.5" fill="#fff" />
      <rect x="21" y="10" width="6" height="15" rx="1.5" fill="#fff" />
      <circle cx="33.5" cy="20.5" r="4.5" fill="var(--mantine-color-yellow-4)" />
    </svg>
  );
}
