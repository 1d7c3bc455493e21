import { Input, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useId } from 'react';

const CHOICES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The choice of light, dark, or the phone's own setting. */
export function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const labelId = useId();
  return (
    <div>
      <Input.Label id={labelId} labelElement="div">
        Appearance
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        data={CHOICES}
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
      />
    </div>
  );
}
