import '@mantine/core/styles/NavLink.css';
import './settings-links.css';
import { Card, NavLink } from '@mantine/core';
import {
  IconBuildingStore,
  IconChevronRight,
  IconCreditCard,
  IconDevices,
  IconFileText,
  IconHelp,
  IconLock,
  IconPrinter,
  IconRefresh,
  IconShieldLock,
  IconStar,
  IconTransfer,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { mayOpen } from '../../../domain/people/screen-permission.ts';
import type { UserRole } from '../../../domain/people/user.ts';
import { paths } from '../../parts/paths.ts';

interface SettingsLink {
  label: string;
  to: string;
  Icon: Icon;
}

/** The links of the settings (R-SET-04 to R-SET-11), and the one to 'Sync status'. */
const LINKS: readonly SettingsLink[] = [
  { label: 'Sync status', to: paths.sync, Icon: IconRefresh },
  { label: 'Manage Business Information', to: paths.businessInfo, Icon: IconBuildingStore },
  { label: 'Manage Users', to: paths.userManagement, Icon: IconUsers },
  { label: 'Devices', to: paths.devices, Icon: IconDevices },
  { label: 'Security', to: paths.security, Icon: IconLock },
  { label: 'Payment Methods', to: paths.paymentMethods, Icon: IconCreditCard },
  { label: 'Receipt printer', to: paths.printer, Icon: IconPrinter },
  { label: 'Import and export', to: paths.data, Icon: IconTransfer },
  { label: 'Help', to: paths.help, Icon: IconHelp },
  { label: 'Privacy', to: paths.privacy, Icon: IconShieldLock },
  { label: 'Terms', to: paths.terms, Icon: IconFileText },
  { label: 'Rate', to: paths.rate, Icon: IconStar },
];

/** Returns the links that this role may open. */
export const linksFor = (role: UserRole): readonly SettingsLink[] => LINKS.filter(({ to }) => mayOpen(role, to));

export function SettingsLinks({ role }: { role: UserRole }) {
  return (
    <Card component="nav" aria-label="Settings" padding={0}>
      {linksFor(role).map(({ label, to, Icon }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          leftSection={<Icon size={22} aria-hidden />}
          rightSection={<IconChevronRight size={18} aria-hidden />}
        />
      ))}
    </Card>
  );
}
