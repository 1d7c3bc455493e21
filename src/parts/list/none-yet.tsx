import { Text, type TextProps } from '@mantine/core';
import { useArrivingText } from './arriving.tsx';
import { usePastSinceMs } from './older-records.tsx';

const NOUNS = { sale: 'sales', purchase: 'purchases' } as const;

interface NoneYetProps extends TextProps {
  table: keyof typeof NOUNS;
  /** True if rows on this device were left out. */
  hasOlder?: boolean;
}

/**
 * The text of a list of history without rows. It says 'yet' only if this device has all of the past; while that is still
 * arriving it says nothing, because the end of the list does (R-SLIST-70).
 */
export function NoneYet({ table, hasOlder = false, ...text }: NoneYetProps) {
  const sinceMs = usePastSinceMs(table);
  if (useArrivingText(table) !== null) return null;
  return (
    <Text c="dimmed" {...text}>
      No {NOUNS[table]} {hasOlder || sinceMs !== null ? 'lately' : 'yet'}
    </Text>
  );
}
