import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface FigureProps {
  name: string;
  isLarge?: boolean;
  /** The lines below the number. */
  note?: string | readonly string[] | undefined;
  /** The address of the list that the number counts. The whole figure links to it. */
  to?: string;
  /** Undefined while it is read: the figure then keeps its height. */
  children: ReactNode;
}

/** A number of the day, with its name over it. */
export function Figure({ name, isLarge = false, note, to, children }: FigureProps) {
  return (
    <div {...(isLarge ? { 'data-large': true } : {})} {...(to === undefined ? {} : { className: 'k-stretched' })}>
      <Text component="dt" size="sm" c={to === undefined ? 'dimmed' : 'var(--mantine-color-anchor)'}>
        {to === undefined ? (
          name
        ) : (
          <Link to={to} className="k-stretched-link">
            {name}
          </Link>
        )}
      </Text>
      <Text component="dd" className="k-figure" fw={700} size={isLarge ? '1.75rem' : 'lg'} mih="1.55em">
        {children}
      </Text>
      {[note ?? []].flat().map((line) => (
        <Text key={line} component="dd" size="sm" c="dimmed">
          {line}
        </Text>
      ))}
    </div>
  );
}
