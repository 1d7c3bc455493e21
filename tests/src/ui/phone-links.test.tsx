import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PhoneLinks } from '../../../src/ui/phone-links.tsx';
import { freshAppState, renderPart } from '../../support/screens/app-harness.tsx';

beforeEach(freshAppState);

const hrefOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null;

test('G46 a phone is one tap from a call and from WhatsApp', () => {
  renderPart(<PhoneLinks phone="0772 123456" country="UG" />);
  expect(hrefOf('Call')).toBe('tel:+256772123456');
  expect(hrefOf('WhatsApp')).toBe('https://wa.me/256772123456');
});

test('G46 of a number without a country only a call is offered, of no number nothing', () => {
  renderPart(<PhoneLinks phone="0772 123456" country={null} />);
  expect([hrefOf('Call'), hrefOf('WhatsApp')]).toEqual(['tel:0772123456', null]);
});

test.each([null, '', 'ask at the gate'])('G46 %j is nothing to call', (phone) => {
  renderPart(<PhoneLinks phone={phone} country="UG" />);
  expect(screen.queryByRole('link')).toBeNull();
});
