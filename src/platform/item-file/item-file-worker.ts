import '../../../domain/older-engines.ts';
import { type ItemFileTask, itemsOfFile } from './item-file.ts';

/** Reads one file outside of the page's main thread. The page then terminates this worker. */
self.addEventListener('message', (event: MessageEvent<ItemFileTask>) => {
  void itemsOfFile(event.data).then((result) => self.postMessage(result));
});
