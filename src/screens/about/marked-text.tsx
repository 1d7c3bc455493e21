import { Text } from '@mantine/core';

const BETWEEN_STARS = /\*\*(.+?)\*\*/;

/** A paragraph in which **what stands on a screen** is set apart: the reader looks for these words, and a test does. */
export function MarkedText({ children }: { children: string }) {
  return (
    <Text>
      {/* Split by one group, every second piece is what stood between the stars. */}
      {children.split(BETWEEN_STARS).map((piece, index) =>
        index % 2 === 0 ? (
          piece
        ) : (
          <Text key={piece} component="strong" inherit fw={600}>
            {piece}
          </Text>
        ),
      )}
    </Text>
  );
}
