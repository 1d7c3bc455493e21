import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface FigureProps {
  name: string;
  isLarge?: boolean;
  note?: string | undefined;
  /** Its place is kept while it is read. */
  children: ReactNode;
}

/** One number of the day under its name. */
export function Figure({ name, isLarge = false, note, children }: FigureProps) {
  return (
    <div {...(isLarge ? { 'data-large': true } : {})}>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" className="k-figure" fw={700} size={isLarge ? '1.75rem' : 'lg'} mih="1.55em">
        {children}
      </Text>
      {note !== undefined && (
        <Text component="dd" size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}
