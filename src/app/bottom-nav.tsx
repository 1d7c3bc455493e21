import { Group } from '@mantine/core';
import { IconHome, IconPackage, IconSettings, IconShoppingBag } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from './paths.ts';

const ITEMS = [
  { label: 'Home', to: paths.dashboard, Icon: IconHome },
  { label: 'Orders', to: paths.orders, Icon: IconShoppingBag },
  { label: 'Items', to: paths.items, Icon: IconPackage },
  { label: 'Settings', to: paths.profile, Icon: IconSettings },
] as const;

/** R-SHELL-08 to R-SHELL-14. */
export function BottomNav() {
  const { pathname } = useLocation();
  return (
    <Group component="nav" aria-label="Main" className="k-bar-column" gap={0} wrap="nowrap">
      {ITEMS.map(({ label, to, Icon }) => (
        <Link key={to} to={to} className="k-nav-item" {...(isAt(pathname, to) ? { 'aria-current': 'page' } : {})}>
          <Icon size={24} aria-hidden />
          {label}
        </Link>
      ))}
    </Group>
  );
}

/** Home stands at two addresses (C-017); a list's own pages belong to it. */
function isAt(pathname: string, to: string): boolean {
  if (to === paths.dashboard && pathname === paths.root) return true;
  return pathname === to || pathname.startsWith(`${to}/`);
}
