import { create } from 'zustand';

/** How much of a picture's file has gone out, from 0 to 1, by its key; nothing while it waits. */
export const useImageProgress = create<Readonly<Record<string, number>>>()(() => ({}));

export const setImageProgress = (key: string, sent: number): void => useImageProgress.setState({ [key]: sent });

export function endImageProgress(key: string): void {
  const { [key]: _ended, ...others } = useImageProgress.getState();
  useImageProgress.setState(others, true);
}
