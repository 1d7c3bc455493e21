import { readTable } from './table-file.ts';

/** Reads one file beside the page, and is ended by it. */
self.addEventListener('message', (event: MessageEvent<{ bytes: Uint8Array<ArrayBuffer>; rowsMax: number }>) => {
  void readTable(event.data.bytes, event.data.rowsMax).then((result) => self.postMessage(result));
});
