const KEY = 'kaunta-receipt-paper';

/** The paper that was last printed on here: a matter of this device's printer, not of the shop. */
export const lastPaper = (storage: Storage): string | null => storage.getItem(KEY);

export const rememberPaper = (storage: Storage, paper: string): void => storage.setItem(KEY, paper);
