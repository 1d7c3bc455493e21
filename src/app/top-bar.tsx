import { ActionIcon, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { useOnline } from '../state/online.ts';
import { syncHeadline, useSyncStatus } from '../state/sync-status.ts';
import { Logo } from '../ui/logo.tsx';
import { useShownTitle } from '../ui/page-title.tsx';
import { Bell } from './bell.tsx';
import { HeaderSearch } from './header-search.tsx';
import { paths } from '../parts/paths.ts';

/** From 768 px on the search box fits beside the title (R-SHELL-06). */
const WIDE = '(min-width: 48em)';

/** The top bar: title, search, sync and bell (R-SHELL-01 to R-SHELL-06). */
export function TopBar() {
  const { pathname } = useLocation();
  // A search belongs to its screen: a new screen gets an empty box (C-034).
  return <TopBarOfScreen key={pathname} />;
}

function TopBarOfScreen() {
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const [params] = useSearchParams();
  const hasSearch = params.has('q');
  const [isSearchOpen, setSearchOpen] = useState(hasSearch);

  if (!isWide && isSearchOpen) {
    return (
      <Group className="k-bar-column" gap={4} wrap="nowrap">
        <VisuallyHidden>
          <PageTitle />
        </VisuallyHidden>
        <HeaderSearch isAutoFocused={!hasSearch} onClose={() => setSearchOpen(false)} />
        <SyncLink isDotOnly />
      </Group>
    );
  }
  return (
    <Group className="k-bar-column" gap={4} wrap="nowrap">
      <Link to={paths.root} className="k-logo-link" aria-label="Kaunta">
        <Logo size={36} />
      </Link>
      <div className="k-title-block">
        <PageTitle />
        <SyncLink />
      </div>
      {isWide ? (
        <HeaderSearch />
      ) : (
        <ActionIcon aria-label="Search" onClick={() => setSearchOpen(true)}>
          <IconSearch size={24} aria-hidden />
        </ActionIcon>
      )}
      <Bell />
    </Group>
  );
}

function PageTitle() {
  const title = useShownTitle();
  return (
    <Title order={1} size="h4" lh={1.3} lineClamp={1}>
      {title}
    </Title>
  );
}

/** The sync status, always visible. A tap opens the Sync status screen. */
function SyncLink({ isDotOnly = false }: { isDotOnly?: boolean }) {
  const snapshot = useSyncStatus();
  const isOnline = useOnline((state) => state.isOnline);
  const { parts, tone } = syncHeadline(snapshot, isOnline);
  const words = (
    <span aria-live="polite">
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 && ' · '}
          <span>{part}</span>
        </span>
      ))}
    </span>
  );
  return (
    <Link to={paths.sync} className={isDotOnly ? 'k-sync-dot-link' : 'k-sync-link'}>
      <span className="k-sync-dot" data-tone={tone} aria-hidden />
      {isDotOnly ? (
        <VisuallyHidden>{words}</VisuallyHidden>
      ) : (
        <Text component="span" className="k-sync-words" truncate>
          {words}
        </Text>
      )}
    </Link>
  );
}
