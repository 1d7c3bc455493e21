import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { watchOnline } from '../../../src/state/online.ts';

/**
 * Takes the network away, as a browser tells it. Resolves when the screen shows it, because a part that was just
 * rendered may not listen yet. An answer that was under way, such as a first read of the sync's state, does not bring
 * the network back.
 */
export async function goOffline(): Promise<void> {
  await act(async () => {
    const online = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    watchOnline(window)();
    online.mockRestore();
    await Promise.resolve();
  });
}
