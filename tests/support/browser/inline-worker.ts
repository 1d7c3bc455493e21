import { type ItemFileTask, itemsOfFile } from '../../../src/platform/item-file/item-file.ts';

/** The worker that reads a file to import, in the page: the test's browser has none. */
export class InlineWorker extends EventTarget {
  postMessage(task: ItemFileTask): void {
    void itemsOfFile(task).then((data) => this.dispatchEvent(new MessageEvent('message', { data })));
  }

  terminate(): void {
    // Nothing runs beside the page.
  }
}
