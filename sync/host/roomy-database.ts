import type { LocalDatabase, LocalTx } from '../local-database.ts';
import type { WriteWithRoom } from './make-room.ts';

/**
 * The same database, whose writes make room where there is none (SYN-26). How is fetched with `load` when it is needed
 * for the first time: hardly any device ever is full.
 */
export const roomyDatabase = <D extends LocalDatabase>(
  database: D,
  isFull: (error: unknown) => boolean,
  load: () => Promise<{ writeWithRoom: WriteWithRoom }>,
): D => ({
  ...database,
  async write<T>(work: (tx: LocalTx) => Promise<T>): Promise<T> {
    try {
      return await database.write(work);
    } catch (failure) {
      if (!isFull(failure)) throw failure;
      const { writeWithRoom } = await load();
      return await writeWithRoom(database, { work, failure, isFull });
    }
  },
});
