import { render } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { expect, test } from 'vitest';
import { Bars } from '../../../../src/screens/reports/bars.tsx';

test('the longest bar takes the whole width, the others their share; nothing sold has no bar', () => {
  const bars = [40, 10, 0].map((size) => ({ key: size, name: String(size), size, value: size }));
  const { container } = render(
    <MantineProvider env="test">
      <Bars label="Sold" bars={[...bars, { key: 'none', name: 'none', value: '–' }]} />
    </MantineProvider>,
  );
  const widths = [...container.querySelectorAll<HTMLElement>('.k-bar')].map(({ style }) => style.width);
  expect(widths).toEqual(['100%', '25%']);
});
