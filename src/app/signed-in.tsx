import { Alert, Button, Center, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { createSearchIndex, type SearchIndex } from '../../sync/store/search/search-index.ts';
import type { Session } from '../../sync/store/session-record.ts';
import { StorageFailure, storageFailureOf } from '../../sync/store/database/storage-failure.ts';
import { browserClock } from '../../sync/host/browser-ports.ts';
import { pageActs } from '../platform/engine/page-acts.ts';
import { type EngineHost, startEngineHost } from '../platform/engine/engine-host.ts';
import { listenToEvents } from '../platform/engine/live-events.ts';
import { pageLife } from '../platform/engine/page-life.ts';
import { loadOnce } from '../platform/load-once.ts';
import { openShop } from '../platform/engine/shop-database.ts';
import { askToKeepStorage } from '../platform/storage.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { useDirtyForm } from '../state/dirty-form.ts';
import { closeFinishedSale } from '../state/finished-sale.ts';
import { followSync } from '../state/follow-sync.ts';
import { type Replica, ReplicaProvider, type WaitingChanges } from '../state/replica.tsx';
import { isTelling, useToasts } from '../state/toasts.ts';
import { useSyncStatus } from '../state/sync-status.ts';
import { Dismissed } from './dismissed.tsx';

/** The wait after a form is saved: its toast appears a moment later. */
const CALM_MS = 1_000;

/** All mutations with their rules: loaded after the first screen, and precached for offline. */
const loadMutations = loadOnce(() => import('../../sync/replica/run-mutation.ts'));
const loadDecisions = loadOnce(() => import('../../sync/replica/decide.ts'));
const loadOutboxFile = loadOnce(() => import('../platform/engine/outbox-file.ts'));
const loadKeptChanges = loadOnce(() => import('../platform/engine/kept-changes.ts'));
const loadOlderRecords = loadOnce(() => import('../platform/older-records.ts'));
const loadWorkBeside = loadOnce(() => import('../background/work-beside.ts'));
const loadTransport = loadOnce(() => import('../platform/engine/page-transport.ts'));

interface OpenShop {
  database: ShopDatabase;
  search: SearchIndex;
  host: EngineHost;
}

type Opening =
  | { state: 'opening' }
  | { state: 'blocked' }
  | { state: 'open'; shop: OpenShop }
  | { state: 'stopped'; failure: StorageFailure };

interface SignedInProps {
  session: Session;
  children: ReactNode;
}

/** Wraps all that a signed-in person sees: opens the shop's database and runs its engine. */
export function SignedIn(props: SignedInProps) {
  // The same check as `InsecureAddress`, for people who are already signed in at an address without https.
  if (window.isSecureContext === false)
    return <StorageStopped failure={{ message: 'Kaunta needs an address with https.' }} />;
  return <WithShop {...props} />;
}

function WithShop({ session, children }: SignedInProps) {
  const opening = useOpenShop(session);
  const isDismissed = useSyncStatus(({ status }) => status === 'dismissed');
  const shop = opening.state === 'open' ? opening.shop : null;
  const replica = useMemo(() => shop && replicaOf(shop, session), [shop, session]);
  if (opening.state === 'stopped') return <StorageStopped failure={opening.failure} />;
  if (!replica)
    return (
      <Waiting text={opening.state === 'blocked' ? 'Close Kaunta in other tabs to finish the update.' : 'Loading...'} />
    );
  return <ReplicaProvider value={replica}>{isDismissed ? <Dismissed session={session} /> : children}</ReplicaProvider>;
}

function useOpenShop(session: Session): Opening {
  const [opening, setOpening] = useState<Opening>({ state: 'opening' });
  // Another user needs another database; a new sign-in of the same user needs a new start.
  const key = `${session.user.businessId}/${session.user.id}/${session.signedInAtMs}`;
  const [opened, setOpened] = useState({ key, session });
  if (opened.key !== key) setOpened({ key, session });
  useEffect(() => {
    let close: (() => void) | null = null;
    let isGone = false;
    const onStopped = (failure: StorageFailure) => !isGone && stopOrReload(failure, setOpening);
    const onBlocked = () => !isGone && setOpening({ state: 'blocked' });
    openShop(opened.session, { onStopped, onBlocked, onUpgradeWaits: whenNothingIsTyped })
      .then((database) => {
        close = startShop(database, opened.session, setOpening);
        if (isGone) close();
      })
      .catch((error: unknown) => {
        const failure = storageFailureOf(error);
        if (!failure) throw error;
        onStopped(failure);
      });
    return () => {
      isGone = true;
      close?.();
      setOpening({ state: 'opening' });
    };
  }, [opened]);
  return opening;
}

/** Starts everything that runs while a shop is open. Returns a function that stops it. */
function startShop(database: ShopDatabase, session: Session, setOpening: (opening: Opening) => void): () => void {
  const user = { businessId: session.user.businessId, userId: session.user.id };
  const host = startEngineHost(database, user);
  const stopFollowing = followSync(database);
  const search = createSearchIndex(database);
  const stopListening = listenToEvents({
    knownVersion: () => database.read(async (tx) => (await tx.meta.getState()).version),
    onNewer: () => host.wake(true),
    random: () => Math.random(),
  });
  setOpening({ state: 'open', shop: { database, search, host } });
  let stopWorkBeside: (() => void) | null = null;
  let isOver = false;
  whenIdle(() => {
    loadWorkBeside()
      .then(({ startWorkBeside }) => {
        if (!isOver) stopWorkBeside = startWorkBeside(database, user, () => host.wake(true));
      })
      .catch(() => undefined);
  });
  // Loaded after the first screen, to not delay it. A failed load is retried by the first mutation, which reports it.
  whenIdle(() => void loadMutations().catch(() => undefined));
  return () => {
    isOver = true;
    stopWorkBeside?.();
    stopListening();
    stopFollowing();
    search.close();
    host.stop();
    database.close();
    // The next person who signs in must not see it (SYN-24).
    closeFinishedSale();
  };
}

function replicaOf({ database, search, host }: OpenShop, session: Session): Replica {
  return {
    database,
    search,
    businessId: session.user.businessId,
    userId: session.user.id,
    role: session.user.role,
    async run(name, build, act) {
      const begunAt = pageLife.freezeCount();
      const { runMutation } = await loadMutations();
      if (pageLife.freezeCount() !== begunAt) throw new StorageFailure('frozen');
      const result = await runMutation({ database, clock: browserClock, acts: pageActs }, name, build, act);
      // The mutation is stored: the person is told first, then sending starts.
      if (result.ok)
        setTimeout(() => {
          host.wake(true);
          void askToKeepStorage();
        }, 0);
      return result;
    },
    async fetchOlder(table) {
      const { fetchOlderRecords } = await loadOlderRecords();
      return await fetchOlderRecords(database, session.user.id, table);
    },
    wake: () => host.wake(true),
    waiting: waitingChangesOf({ database, host }, session),
  };
}

function waitingChangesOf({ database, host }: Pick<OpenShop, 'database' | 'host'>, session: Session): WaitingChanges {
  return {
    async decide(act, seq) {
      const { discardAct, retryAct } = await loadDecisions();
      const nowMs = browserClock.nowMs();
      const result = await database.write((tx) =>
        act === 'discard' ? discardAct(tx, seq, nowMs) : retryAct(tx, seq, nowMs, pageActs),
      );
      if (result.ok) host.wake(true);
      return result;
    },
    async writeFile() {
      const { writeWaitingChanges } = await loadOutboxFile();
      return await writeWaitingChanges(database);
    },
    async sendFile(text) {
      const { id: userId, businessId } = session.user;
      const [{ sendWaitingChanges }, { pageTransport }] = await Promise.all([loadOutboxFile(), loadTransport()]);
      const sent = await sendWaitingChanges({ database, transport: pageTransport(userId), businessId }, text);
      if (sent.ok) host.wake(true);
      return sent;
    },
    async findOfDismissed(userIds) {
      const { findKeptChanges } = await loadKeptChanges();
      return await findKeptChanges(session.user.businessId, userIds);
    },
    async sendOfDismissed(authorUserId) {
      const { id: userId, businessId } = session.user;
      const [{ sendKeptChanges }, { pageTransport }] = await Promise.all([loadKeptChanges(), loadTransport()]);
      const sent = await sendKeptChanges({ database, transport: pageTransport(userId), businessId }, authorUserId);
      if (sent.ok) host.wake(true);
      return sent;
    },
  };
}

/**
 * Closes the database for a newer build that waits in another tab. It waits while a form is being filled in, and until
 * the message after the last save was seen (SYN-26).
 */
function whenNothingIsTyped(letGo: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (useDirtyForm.getState().isDirty || isTelling()) return;
    timer = setTimeout(() => {
      stopWatching();
      letGo();
    }, CALM_MS);
  };
  const stops = [useDirtyForm.subscribe(look), useToasts.subscribe(look)];
  const stopWatching = () => stops.forEach((stop) => stop());
  look();
}

/** Reloads if a newer build has upgraded the database, but never while a form is being filled in (SYN-26). */
function stopOrReload(failure: StorageFailure, setOpening: (opening: Opening) => void): void {
  if (failure.kind === 'outdated' && !useDirtyForm.getState().isDirty) window.location.reload();
  else setOpening({ state: 'stopped', failure });
}

function StorageStopped({ failure }: { failure: Pick<StorageFailure, 'message'> }) {
  return (
    <Center className="k-whole-window" p="md">
      <Stack>
        <Alert color="red" title="Kaunta cannot use the storage of this device" role="alert">
          {failure.message}
        </Alert>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Center>
  );
}

function Waiting({ text }: { text: string }) {
  return (
    <Center className="k-whole-window" role="status">
      <Text className="k-appear-late">{text}</Text>
    </Center>
  );
}
