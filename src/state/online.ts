import { create } from 'zustand';

/** Whether the browser believes in a network. It may be wrong; a call that fails says the rest. */
export const useOnline = create<{ isOnline: boolean }>()(() => ({ isOnline: true }));

/** Follows the browser's own flag; answers how to stop. */
export function watchOnline(window: Window): () => void {
  const update = () => useOnline.setState({ isOnline: window.navigator.onLine });
  update();
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  return () => {
    window.removeEventListener('online', update);
    window.removeEventListener('offline', update);
  };
}
