import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values of a record, in two columns if they fit. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="k-facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" className="k-breakable">
        {children}
      </Text>
    </div>
  );
}
