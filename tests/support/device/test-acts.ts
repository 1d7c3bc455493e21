import { type ActSource, createActSource } from '../../../sync/protocol/act.ts';

let sources = 0;

/** Acts of a page that has just loaded: of no other one's source, and the same in every run of a test file. */
export function newTestActs(): ActSource {
  sources += 1;
  let draws = 0;
  // Spread as chance would, so that no two sources' ids meet.
  return createActSource({ below: (bound) => (sources * 2_654_435_761 + (draws += 1) * 40_503) % bound });
}
