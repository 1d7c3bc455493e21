import { create } from 'zustand';

/** How much of a picture's file has been sent, from 0 to 1, by the picture's key. A waiting picture has no entry. */
export const useImageProgress = create<Readonly<Record<string, number>>>()(() => ({}));

export const setImageProgress = (key: string, sent: number): void => useImageProgress.setState({ [key]: sent });

export function endImageProgress(key: string): void {
  const { [key]: _ended, ...others } = useImageProgress.getState();
  useImageProgress.setState(others, true);
}
