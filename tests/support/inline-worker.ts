import { readTable } from '../../src/platform/table-file.ts';

/** The worker that reads a file to import, in the page: the test's browser has none. */
export class InlineWorker extends EventTarget {
  postMessage({ bytes, rowsMax }: { bytes: Uint8Array<ArrayBuffer>; rowsMax: number }): void {
    void readTable(bytes, rowsMax).then((data) => this.dispatchEvent(new MessageEvent('message', { data })));
  }

  terminate(): void {
    // Nothing runs beside the page.
  }
}
