import { Stack, type StackProps } from '@mantine/core';

/** A screen's column, at least as tall as the room between the bars, so that its main action stands at the bottom. */
export function Screen({ className = '', ...props }: StackProps) {
  return <Stack className={`k-screen ${className}`} {...props} />;
}
