import * as v from 'valibot';

/** The only message of the event stream (SYN-16). */
export const versionEventSchema = v.object({ epoch: v.string(), version: v.number() });
