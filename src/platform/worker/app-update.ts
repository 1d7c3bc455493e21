import { create } from 'zustand';

/** A new build of the app that is ready to take over (`register-worker.ts`). */
interface AppUpdate {
  isWaiting: boolean;
  /** True if the person chose the update in this tab, and it is about to take over. */
  isChosen: boolean;
  /** Lets the new build take over; this page and the other tabs reload. */
  apply: () => void;
}

export const useAppUpdate = create<AppUpdate>()(() => ({ isWaiting: false, isChosen: false, apply: () => undefined }));
