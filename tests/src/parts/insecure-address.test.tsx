import { render, screen } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { afterEach, expect, test, vi } from 'vitest';
import { InsecureAddress } from '../../../src/parts/insecure-address.tsx';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['http://shop.example:4000', 'http://localhost:4000'],
  ['http://shop.example', 'http://localhost'],
])('G51 opened at %s, it names the address that works on the machine itself: %s', (origin, works) => {
  vi.stubGlobal('isSecureContext', false);
  vi.stubGlobal('location', new URL(origin));
  render(<InsecureAddress />, { wrapper: MantineProvider });
  const { textContent } = screen.getByRole('alert');
  expect(textContent).toContain(`keeps no shop for ${origin}.`);
  expect(textContent).toContain(`${works} works too.`);
});
