import { act } from '@testing-library/react';
import { useOnline } from '../../../src/state/online.ts';

/**
 * The browser finds no network any more. Resolves when the screen has heard of it: what was drawn a moment ago may not
 * listen yet.
 */
export async function goOffline(): Promise<void> {
  await act(async () => {
    useOnline.setState({ isOnline: false });
    await Promise.resolve();
  });
}
