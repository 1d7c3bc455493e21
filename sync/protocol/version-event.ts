import * as v from 'valibot';

/** What the event stream carries, and nothing else (SYN-16). */
export const versionEventSchema = v.object({ epoch: v.string(), version: v.number() });
