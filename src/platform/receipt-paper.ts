const KEY = 'kaunta-receipt-paper';

/** Returns the paper that was last printed on. It depends on this device's printer, not on the shop. */
export const lastPaper = (storage: Storage): string | null => storage.getItem(KEY);

export const rememberPaper = (storage: Storage, paper: string): void => storage.setItem(KEY, paper);
