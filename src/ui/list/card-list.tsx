import { Alert, Button, Card, Stack, Text, Title, type CardProps } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useFromHere } from './list-location.ts';

/** The state of a list: loading, failed without any copy on this device (C-148), or with its rows. */
export type ListState<Row> =
  | { status: 'loading' }
  | { status: 'failed'; message: string; reason?: string; onRetry: () => void }
  | { status: 'ready'; rows: readonly Row[] };

export interface EmptyHint {
  title: string;
  hint?: string;
  /** The documented button that leads on. */
  action?: ReactNode;
}

export interface CardListProps<Row> {
  /** Names the list for a screen reader. */
  label: string;
  state: ListState<Row>;
  loadingText: string;
  empty: EmptyHint;
  rowKey: (row: Row) => Key;
  renderRow: (row: Row) => ReactNode;
}

/** The frame of every list: empty, loading and failed are three different things, and never a blank. */
export function CardList<Row>({ label, state, loadingText, empty, rowKey, renderRow }: CardListProps<Row>) {
  if (state.status === 'loading') return <LoadingText>{loadingText}</LoadingText>;
  if (state.status === 'failed') return <FailedText {...state} />;
  if (state.rows.length === 0) return <EmptyText {...empty} />;
  return (
    <Stack component="ul" aria-label={label} className="k-plain-list" gap="sm">
      {state.rows.map((row) => (
        <li key={rowKey(row)} data-row={rowKey(row)}>
          {renderRow(row)}
        </li>
      ))}
    </Stack>
  );
}

/** Appears only when a first read takes so long that a person would wonder. */
export function LoadingText({ children }: { children: string }) {
  return (
    <Text role="status" ta="center" py="xl" c="dimmed" className="k-appear-late">
      {children}
    </Text>
  );
}

export interface FailedTextProps {
  message: string;
  reason?: string;
  onRetry: () => void;
}

export function FailedText({ message, reason, onRetry }: FailedTextProps) {
  return (
    <Alert color="red" role="alert" title={message}>
      {reason !== undefined && <Text mb="sm">{reason}</Text>}
      <Button variant="default" onClick={onRetry}>
        Retry
      </Button>
    </Alert>
  );
}

export function EmptyText({ title, hint, action }: EmptyHint) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      {hint !== undefined && <Text c="dimmed">{hint}</Text>}
      {action}
    </Stack>
  );
}

/** A card that is a link as a whole. */
export function LinkCard({ to, children, ...props }: CardProps & { to: string; children: ReactNode }) {
  return (
    <Card component={Link} to={to} state={useFromHere()} className="k-link-card" {...props}>
      {children}
    </Card>
  );
}
