import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '../../../../src/parts/paths.ts';
import { QuickActions } from '../../../../src/screens/home/quick-actions.tsx';
import { freshAppState, renderPart } from '../../../support/screens/app-harness.tsx';

beforeEach(freshAppState);

const linksOf = () =>
  within(screen.getByRole('navigation', { name: 'Quick actions' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('C-031 G1 leads to selling first, and to everything that the bottom navigation does not reach', () => {
  renderPart(<QuickActions />);
  const links = linksOf();
  for (const link of [
    ['Sales', '/sales'],
    ['New Sale', '/sales/new'],
    ['Customers', '/customers'],
    ['Suppliers', '/suppliers'],
    ['Purchases', '/purchases'],
    ['Reports', '/reports'],
    ['Add Stock', '/add-stock'],
  ]) {
    expect(links).toContainEqual(link);
  }
  expect(links[0]).toEqual(['Sell', '/counter']);
  // Every address exists.
  for (const [, href] of links) expect(Object.values<string>(paths)).toContain(href);
});
