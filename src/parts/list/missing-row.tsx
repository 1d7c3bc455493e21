import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useFirstLoad } from '../../state/first-load.ts';
import { EmptyText, LoadingText } from '../../ui/list/card-list.tsx';
import { useWayBack } from '../../ui/list/list-location.ts';
import { FirstLoadFailed } from './first-load-failed.tsx';

export interface MissingRowProps {
  loadingText: string;
  title: string;
  /** A possible reason. */
  hint: string;
  back: { to: string; label: string };
}

/**
 * Shown instead of a row that is not on this device: why the device has no copy of the shop, or, if it has one, that
 * the row is not in it (C-148).
 */
export function MissingRow({ loadingText, ...missing }: MissingRowProps) {
  const load = useFirstLoad();
  if (load.status === 'loading') return <LoadingText>{loadingText}</LoadingText>;
  return load.status === 'ready' ? <NoSuchRow {...missing} /> : <FirstLoadFailed load={load} />;
}

/** Shown for an address that cannot belong to any row. */
export function NoSuchRow({ title, hint, back }: Omit<MissingRowProps, 'loadingText' | 'hint'> & { hint?: string }) {
  return (
    <EmptyText
      title={title}
      {...(hint === undefined ? {} : { hint })}
      action={
        <Button component={Link} {...useWayBack(back.to)} mt="sm">
          {back.label}
        </Button>
      }
    />
  );
}
