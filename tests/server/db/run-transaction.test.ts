import { describe, expect, it } from 'vitest';
import { type Connection, runTransaction } from '../../../server/db/run-transaction.ts';

/** Makes a connection that records its statements, and fails at one of them. */
function createFailingConnection(failing: string): { connection: Connection; told: string[] } {
  const told: string[] = [];
  const tell = async (text: string) => {
    told.push(text);
    if (text === failing) throw new Error(`failed: ${text}`);
    return [];
  };
  const script = async (text: string) => void (await tell(text));
  return { connection: { run: tell, script, longScript: script }, told };
}

describe('a transaction on a connection that fails', () => {
  it.each(['begin', 'work', 'commit'])('at %s leaves no transaction open behind it', async (failing) => {
    const { connection, told } = createFailingConnection(failing);
    const running = runTransaction(connection, 'begin', 1_000, (sql) => sql.query('work'));
    await expect(running).rejects.toThrow(`failed: ${failing}`);
    expect(told.at(-1)).toBe('rollback');
  });

  it('at a savepoint undoes that and can still commit', async () => {
    const { connection, told } = createFailingConnection('work');
    await runTransaction(connection, 'begin', 1_000, (sql) => sql.savepoint(() => sql.query('work')).catch(() => []));
    expect(told).toEqual(['begin', 'savepoint s1', 'work', 'rollback to s1; release s1', 'commit']);
  });
});
