import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface Bar {
  key: string | number;
  name: string;
  /** The bar's length relative to the longest; absent for no bar. */
  size?: number;
  value: ReactNode;
  detail?: ReactNode;
  to?: string;
}

/** Names with amounts, each with a bar to compare. The amounts are text; the bars are only visual. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const longest = Math.max(1, ...bars.map(({ size = 0 }) => size));
  return (
    <ul className="k-bars" aria-label={label}>
      {bars.map(({ key, name, size, value, detail = null, to }) => (
        <li key={key}>
          <div className="k-bar-words">
            {to === undefined ? (
              <span className="k-breakable">{name}</span>
            ) : (
              <Text component={Link} to={to} className="k-breakable k-bar-link">
                {name}
              </Text>
            )}
            <Text component="span" fw={600} className="k-figures">
              {value}
            </Text>
          </div>
          {detail !== null && (
            <Text size="sm" c="dimmed">
              {detail}
            </Text>
          )}
          {size !== undefined && size > 0 && (
            <div className="k-bar" aria-hidden style={{ width: `${(100 * size) / longest}%` }} />
          )}
        </li>
      ))}
    </ul>
  );
}
