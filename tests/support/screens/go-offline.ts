import { act } from '@testing-library/react';
import { useOnline } from '../../../src/state/online.ts';

/**
 * Takes the network away. Resolves when the screen shows it, because a part that was just rendered may not listen yet.
 */
export async function goOffline(): Promise<void> {
  await act(async () => {
    useOnline.setState({ isOnline: false });
    await Promise.resolve();
  });
}
