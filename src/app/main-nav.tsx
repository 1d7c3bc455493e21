import { IconCashRegister, IconHome, IconPackage, IconSettings, IconShoppingBag } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { useOrderAlerts } from '../state/order-alerts.ts';
import { CountBadge, countDescription } from '../ui/count-badge.tsx';
import { paths } from '../parts/paths.ts';

const ITEMS = [
  { label: 'Home', to: paths.dashboard, Icon: IconHome },
  { label: 'Orders', to: paths.orders, Icon: IconShoppingBag },
  { label: 'Sell', to: paths.counter, Icon: IconCashRegister },
  { label: 'Items', to: paths.items, Icon: IconPackage },
  { label: 'Settings', to: paths.profile, Icon: IconSettings },
] as const;

/**
 * The main navigation (R-SHELL-08 to R-SHELL-14). The links are the same at every width; CSS places them (R-WIDE-01).
 */
export function MainNav({ className }: { className: string }) {
  const { pathname } = useLocation();
  const unreadCount = useOrderAlerts((alerts) => alerts.unreadCount);
  return (
    <nav aria-label="Main" className={className}>
      {ITEMS.map(({ label, to, Icon }) => (
        <Link
          key={to}
          to={to}
          className="k-nav-item"
          aria-description={to === paths.orders ? countDescription(unreadCount) : undefined}
          {...(isAt(pathname, to) ? { 'aria-current': 'page' } : {})}
        >
          <span className="k-counted">
            <Icon size={24} aria-hidden />
            {to === paths.orders && <CountBadge count={unreadCount} />}
          </span>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** True if the address belongs to this link. Home has two addresses (C-017); a list's details belong to the list. */
function isAt(pathname: string, to: string): boolean {
  if (to === paths.dashboard && pathname === paths.root) return true;
  return pathname === to || pathname.startsWith(`${to}/`);
}
