import type { OutboxEntry } from '../../sync/ports.ts';
import { isClash, type Outcome } from '../../sync/protocol/outcome.ts';
import type { WireMutation } from '../../sync/protocol/push.ts';
import type { Device } from './device.ts';
import { hold } from './violation.ts';
import type { Commit } from './watched-database.ts';

/** One act of a person, from the moment a device's disk had it. */
export interface Act {
  id: number;
  name: string;
  businessId: number;
  actorUserId: number;
  atMs: number;
  /** Whether the person was told 'saved'. */
  isAcknowledged: boolean;
  decisions: Decision[];
}

/** What the server decided of one wire form of an act. */
export interface Decision {
  act: Act;
  wire: WireMutation;
  outcome: Outcome;
  version: number;
}

/**
 * The independent list of everything that people did: kept beside the devices and the server, never asked by them.
 * An act keeps its identity when a fork sends it again under another number and other ids.
 */
export interface Book {
  readonly acts: readonly Act[];
  /** The acts that this profile's disk has or had, by local number. */
  actsOf(device: Device): Map<number, Act>;
  onNewProfile(device: Device): void;
  /** The twin has what the original had on disk when it was copied. */
  onClone(twin: Device, original: Device, nextSeq?: number): void;
  onCommit(device: Device, commit: Commit): void;
  acknowledge(args: unknown): void;
  /** Of the mutation with this hash; throws when nobody ever did it. */
  decide(client: { clientId: string; incarnation: number }, outcome: Outcome, version: number): Decision;
  /** Also one that went with a server's restore. */
  decisionOf(clientId: string, entry: OutboxEntry): Decision | undefined;
  /** The server is back at this version of the business: what it decided since is not decided any more. */
  goBack(businessId: number, version: number): void;
  /** Whether some disk still has what it takes to send the act. */
  isHeld(act: Act, devices: readonly Device[]): boolean;
}

export function createBook(): Book {
  const acts: Act[] = [];
  const actsBySeq = new Map<Device, Map<number, Act>>();
  const forms = new Map<string, { act: Act; wire: WireMutation }>();
  const decisions = new Map<string, Decision>();
  const actOfArgs = new WeakMap<object, Act>();
  const formKey = (clientId: string, incarnation: number, h: string): string => `${clientId}/${incarnation}/${h}`;
  const actsOf = (device: Device): Map<number, Act> => {
    const known = actsBySeq.get(device) ?? new Map<number, Act>();
    actsBySeq.set(device, known);
    return known;
  };

  function newAct(device: Device, entry: OutboxEntry): Act {
    const { name, actorUserId, atMs, args } = entry.wire;
    const act: Act = {
      id: acts.length + 1,
      name,
      businessId: device.plan.businessId,
      actorUserId,
      atMs,
      isAcknowledged: false,
      decisions: [],
    };
    acts.push(act);
    actsOf(device).set(entry.seq, act);
    if (typeof args === 'object' && args !== null) actOfArgs.set(args, act);
    return act;
  }

  return {
    acts,
    actsOf,
    onNewProfile: (device) => actsBySeq.set(device, new Map()),
    onClone: (twin, original, nextSeq = twin.database.inspect().state.nextSeq) =>
      actsBySeq.set(twin, new Map([...actsOf(original)].filter(([seq]) => seq < nextSeq))),
    onCommit(device, commit) {
      const { clientId } = commit.before;
      for (const entry of commit.put) {
        const key = formKey(clientId, entry.incarnation, entry.wire.h);
        if (forms.has(key)) continue;
        const act = actsOf(device).get(entry.seq) ?? newAct(device, entry);
        hold(
          act.name === entry.wire.name && act.atMs === entry.wire.atMs,
          '8',
          () => `${device.name} turned act ${act.id} (${act.name}) into ${entry.wire.name}`,
        );
        forms.set(key, { act, wire: entry.wire });
      }
    },
    acknowledge(args) {
      const act = typeof args === 'object' && args !== null ? actOfArgs.get(args) : undefined;
      hold(act, '1', () => `a person was told 'saved' of what is on no disk: ${JSON.stringify(args)}`);
      act.isAcknowledged = true;
    },
    decide({ clientId, incarnation }, outcome, version) {
      const key = formKey(clientId, incarnation, outcome.h);
      const form = forms.get(key);
      hold(
        form?.wire.mid === outcome.mid,
        '2',
        () => `the server decided ${key} (mid ${outcome.mid}), which nobody did`,
      );
      const decision: Decision = { ...form, outcome, version };
      const before = decisions.get(key);
      // A restored server is told only that its old form was refused, and passes it over (SYN-21); the next one again.
      if (outcome.codes[0] === 'not_healed' && before && isClash(before.outcome)) return decision;
      decisions.set(key, decision);
      // Refused because its id was another's, it is sent again under a new one: that is its fate (SYN-22).
      if (isClash(outcome)) return decision;
      form.act.decisions.push(decision);
      hold(
        form.act.decisions.length === 1,
        '2',
        () =>
          `act ${form.act.id} (${form.act.name}) was decided twice: ${JSON.stringify(form.act.decisions.map((each) => each.outcome))}`,
      );
      return decision;
    },
    decisionOf: (clientId, entry) => decisions.get(formKey(clientId, entry.incarnation, entry.wire.h)),
    goBack(businessId, version) {
      for (const act of acts)
        if (act.businessId === businessId)
          act.decisions = act.decisions.filter((decision) => decision.version <= version);
    },
    isHeld: (act, devices) =>
      devices.some((device) => {
        const { outbox, archive } = device.database.inspect();
        return [...actsOf(device)].some(
          ([seq, held]) => held === act && (outbox.get(seq) ?? archive.get(seq))?.wire.args,
        );
      }),
  };
}
