import type { LocalDatabase } from '../../sync/local-database.ts';
import type { Transport } from '../../sync/ports.ts';
import type { PullAnswer } from '../../sync/protocol/pull.ts';
import type { Sabotage } from './plan.ts';

/** A transport that breaks one rule of the contract, to prove that a run notices it. */
export function sabotaged(transport: Transport, database: LocalDatabase, sabotage: Sabotage | null): Transport {
  switch (sabotage) {
    case null:
      return transport;
    case 'forgetAnswered':
      return { ...transport, push: (request) => forgetAnswered(transport, database, request) };
    case 'tornPage':
      return { ...transport, pull: (request) => changed(transport.pull(request), tornPage) };
    case 'leakCosts':
      return { ...transport, pull: (request) => changed(transport.pull(request), leakCosts) };
    case 'deafToForks':
      return deafToForks(transport, database);
  }
}

/** Breaks SYN-9: an answer to a push removes the entries from the outbox. */
async function forgetAnswered(
  transport: Transport,
  database: LocalDatabase,
  request: Parameters<Transport['push']>[0],
): ReturnType<Transport['push']> {
  const result = await transport.push(request);
  if (result.kind !== 'answer' || result.value.result !== 'taken') return result;
  await database.write(async (tx) => {
    const { clientId } = await tx.meta.getState();
    const taken = (await tx.outbox.all()).filter(
      ({ state, wire }) => clientId === request.clientId && state === 'pending' && wire.mid <= result.value.lmid,
    );
    await tx.outbox.remove(taken.map((entry) => entry.seq));
  });
  return result;
}

async function changed(
  pull: ReturnType<Transport['pull']>,
  change: (answer: PullAnswer) => PullAnswer,
): ReturnType<Transport['pull']> {
  const result = await pull;
  return result.kind === 'answer' ? { kind: 'answer', value: change(result.value) } : result;
}

/** Breaks SYN-11: the last row of each page is missing. */
const tornPage = (answer: PullAnswer): PullAnswer => ({
  ...answer,
  pages: answer.pages.map((page) => ({ ...page, rows: page.rows.slice(0, -1) })),
});

/** Breaks SYN-13: an item's cost reaches everybody. */
const leakCosts = (answer: PullAnswer): PullAnswer => ({
  ...answer,
  pages: answer.pages.map((page) =>
    page.table === 'item' ? { ...page, rows: page.rows.map((row) => ({ ...row, costPriceMinor: 77 })) } : page,
  ),
});

/** Breaks SYN-20: the device takes acts that a copy has sent under the same mids for its own. */
function deafToForks(transport: Transport, database: LocalDatabase): Transport {
  return {
    ...transport,
    async push(request) {
      const result = await transport.push(request);
      if (result.kind !== 'answer' || result.value.result !== 'fork') return result;
      return { kind: 'answer', value: { ...result.value, result: 'taken', lmid: request.mutations.at(-1)?.mid ?? 0 } };
    },
    async pull(request) {
      const result = await transport.pull(request);
      const confirmed = result.kind === 'answer' ? result.value.confirmed : null;
      if (result.kind !== 'answer' || !confirmed) return result;
      const own = await database.read((tx) => tx.outbox.pendingAt(confirmed.lmid));
      return {
        kind: 'answer',
        value: { ...result.value, confirmed: { ...confirmed, hash: own?.wire.h ?? confirmed.hash } },
      };
    },
  };
}
