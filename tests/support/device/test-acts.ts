import { type ActSource, createActSource } from '../../../sync/protocol/act.ts';

let sources = 0;

/**
 * Returns the act source of a page that has just loaded: no two are the same, but each run of a test file gets the
 * same.
 */
export function newTestActs(): ActSource {
  sources += 1;
  let draws = 0;
  // Spread like random numbers, so that the ids of two sources never meet.
  return createActSource({ below: (bound) => (sources * 2_654_435_761 + (draws += 1) * 40_503) % bound });
}
