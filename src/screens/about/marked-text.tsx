import { Text } from '@mantine/core';

const BETWEEN_STARS = /\*\*(.+?)\*\*/;

/**
 * A paragraph in which **words of a screen** are bold. Readers look for these words on the screen, and a test checks
 * that they exist.
 */
export function MarkedText({ children }: { children: string }) {
  return (
    <Text>
      {/* The pattern has one group, so every second piece is a text between stars. */}
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
