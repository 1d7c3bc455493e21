import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { builtPaths, paths } from '../../../../src/app/paths.ts';
import { QuickActions } from '../../../../src/screens/home/quick-actions.tsx';
import { freshAppState, renderPart } from '../../../support/app-harness.tsx';

beforeEach(freshAppState);

const linksOf = () =>
  within(screen.getByRole('navigation', { name: 'Quick actions' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('C-031 leads to everything that the bottom navigation does not reach', () => {
  renderPart(<QuickActions built={new Set(Object.values(paths))} />);
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
});

test('C-031 G1 leads to all of it today, and nowhere that does not exist', () => {
  renderPart(<QuickActions />);
  const targets = linksOf().map(([, href]) => href);
  for (const path of ['/sales', '/sales/new', '/customers', '/suppliers', '/purchases', '/reports', '/add-stock'])
    expect(targets).toContain(path);
  for (const target of targets) expect([...builtPaths]).toContain(target);
});
