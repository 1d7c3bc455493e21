import { Button, SimpleGrid } from '@mantine/core';
import { IconBackspace } from '@tabler/icons-react';
import { memo } from 'react';

const KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0'] as const;
const TYPED_CHARS_MAX = 16;

interface NumberPadProps {
  label: string;
  onType: (next: (text: string) => string) => void;
}

/** Large keys for a number: quicker for a thumb than the phone's keyboard, which would also cover the amounts. */
export const NumberPad = memo(function NumberPad({ label, onType }: NumberPadProps) {
  return (
    <SimpleGrid cols={3} spacing={6} verticalSpacing={6} role="group" aria-label={label} className="k-number-pad">
      {KEYS.map((key) => (
        <Button key={key} variant="default" onClick={() => onType((text) => withKey(text, key))}>
          {key}
        </Button>
      ))}
      <Button variant="default" aria-label="Delete the last digit" onClick={() => onType((text) => text.slice(0, -1))}>
        <IconBackspace size={24} aria-hidden />
      </Button>
    </SimpleGrid>
  );
});

/** Returns the text with one more key. A second decimal point, or a key beyond the longest text, changes nothing. */
export function withKey(text: string, key: string): string {
  if (text.length >= TYPED_CHARS_MAX || (key === '.' && text.includes('.'))) return text;
  if (key === '.' && text === '') return '0.';
  return text === '0' && key !== '.' ? key : text + key;
}
