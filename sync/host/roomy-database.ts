import type { LocalDatabase, LocalTx, RoomyWrites } from '../local-database.ts';
import type * as MakeRoom from './make-room.ts';

/**
 * Returns the same database, but its writes make room if there is no space (SYN-26). `load` fetches the code for that
 * when it is first needed, because hardly any device is ever full.
 */
export const roomyDatabase = <D extends LocalDatabase>(
  database: D,
  isFull: (error: unknown) => boolean,
  load: () => Promise<Pick<typeof MakeRoom, 'writeWithRoom' | 'retryWithRoom'>>,
): D & RoomyWrites => ({
  ...database,
  async write<T>(work: (tx: LocalTx) => Promise<T>): Promise<T> {
    try {
      return await database.write(work);
    } catch (failure) {
      if (!isFull(failure)) throw failure;
      const { writeWithRoom } = await load();
      return await writeWithRoom(database, work, { failure, isFull });
    }
  },
  async withRoom<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (failure) {
      if (!isFull(failure)) throw failure;
      const { retryWithRoom } = await load();
      return await retryWithRoom(database, { failure, isFull }, write);
    }
  },
});
