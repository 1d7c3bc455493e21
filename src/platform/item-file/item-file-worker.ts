import '../../../domain/older-engines.ts';
import { type ItemFileTask, itemsOfFile } from './item-file.ts';

/** Reads one file beside the page, and is ended by it. */
self.addEventListener('message', (event: MessageEvent<ItemFileTask>) => {
  void itemsOfFile(event.data).then((result) => self.postMessage(result));
});
