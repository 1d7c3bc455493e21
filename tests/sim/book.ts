import type { OutboxEntry } from '../../sync/ports.ts';
import { isNotAccepted, type Outcome } from '../../sync/protocol/outcome.ts';
import type { WireMutation } from '../../sync/protocol/push.ts';
import type { Device } from './device.ts';
import { hold } from './violation.ts';
import type { Commit } from './watched-database.ts';

/** One attempt of an act of a person, from the moment a device's disk had it. */
export interface Act {
  id: number;
  /** The product's id of the act. */
  key: string;
  attempt: number;
  name: string;
  businessId: number;
  actorUserId: number;
  atMs: number;
  /** True once the person was shown 'saved'. */
  isAcknowledged: boolean;
  decisions: Decision[];
  /** True if the server had decided it and was then restored to a backup from before that. */
  isUndone: boolean;
  /** True if a disk that had it was put back to an earlier state. */
  isForgotten: boolean;
}

/** The server's first decision about an attempt. */
export interface Decision {
  act: Act;
  wire: WireMutation;
  outcome: Outcome;
  version: number;
  /** By the server's clock. */
  atMs: number;
}

/**
 * The simulation's own list of everything that people did. Devices and server never read it. An act stays the same act
 * in whichever queue and at whichever place it is sent.
 */
export interface Book {
  readonly acts: readonly Act[];
  /** The acts that this profile's disk has or had, by `seq`. */
  actsOf(device: Device): Map<number, Act>;
  onNewProfile(device: Device): void;
  /** Notes that the copy has the acts that were on the original's disk when it was copied. */
  onClone(twin: Device, original: Device): void;
  /** Notes that the profile was put back to the time when its disk held these acts. */
  onPutBack(device: Device, held: ReadonlyMap<number, Act>): void;
  /** Notes the acts of a device that an exported file holds, by their hashes. */
  onFile(mutations: readonly WireMutation[]): void;
  onCommit(device: Device, commit: Commit): void;
  acknowledge(args: unknown): void;
  /**
   * Notes the decision about the mutation with this hash. Throws if no person ever did this act. Returns null if the
   * server only repeats what it has decided in this history.
   */
  decide(outcome: Outcome, when: Pick<Decision, 'version' | 'atMs'>): Decision | null;
  /** Returns the decision about an entry; also one that was lost when the server was restored. */
  decisionOf(entry: OutboxEntry): Decision | undefined;
  /** Notes that the server was restored to this version of the business: later decisions are undone. */
  goBack(businessId: number, version: number): void;
  /** True if one of the attempts of this act was accepted. */
  isAccepted(act: Act): boolean;
  /** True while the act can still be sent from some disk. */
  isHeld(act: Act, devices: readonly Device[]): boolean;
}

export function createBook(): Book {
  const acts: Act[] = [];
  const actsByText = new Map<string, Act>();
  const actsBySeq = new Map<Device, Map<number, Act>>();
  /** Acts by the hashes under which they were sent; a hash covers the mid, so one act may have several. */
  const forms = new Map<string, { act: Act; wire: WireMutation }>();
  const decisions = new Map<Act, Decision>();
  const actOfArgs = new WeakMap<object, Act>();
  const textOf = ({ act, attempt }: Pick<WireMutation, 'act' | 'attempt'>): string => `${act}/${attempt}`;
  const actsOf = (device: Device): Map<number, Act> => {
    const known = actsBySeq.get(device) ?? new Map<number, Act>();
    actsBySeq.set(device, known);
    return known;
  };

  function newAct(device: Device, { wire }: OutboxEntry): Act {
    const { name, actorUserId, atMs, args, act: key, attempt } = wire;
    const known = actsByText.get(textOf(wire));
    // Two copies that retry the same refusal make the same attempt.
    hold(!known || attempt > 0, '2', () => `${device.name} drew an act that is another's: ${name} ${key}`);
    if (known) return known;
    const act: Act = {
      id: acts.length + 1,
      ...{ key, attempt, name, actorUserId, atMs },
      businessId: device.plan.businessId,
      isAcknowledged: false,
      decisions: [],
      isUndone: false,
      isForgotten: false,
    };
    acts.push(act);
    actsByText.set(textOf(wire), act);
    if (typeof args === 'object' && args !== null) actOfArgs.set(args, act);
    return act;
  }

  /** Returns the decision about the attempt that was accepted in this history; there is at most one. */
  const acceptedOf = (key: string): Decision | undefined =>
    acts
      .filter((act) => act.key === key)
      .flatMap((act) => act.decisions)
      .find(({ outcome }) => !isNotAccepted(outcome));

  return {
    acts,
    actsOf,
    onNewProfile: (device) => actsBySeq.set(device, new Map()),
    onClone: (twin, original) => actsBySeq.set(twin, new Map(actsOf(original))),
    onPutBack(device, held) {
      const kept = new Set(held.values());
      for (const act of actsOf(device).values()) act.isForgotten ||= !kept.has(act);
      actsBySeq.set(device, new Map(held));
    },
    onFile(mutations) {
      for (const wire of mutations) {
        const act = actsByText.get(textOf(wire));
        hold(act, '2', () => `a file has ${wire.name} ${wire.act}, which nobody did`);
        forms.set(wire.h, { act, wire });
      }
    },
    onCommit(device, commit) {
      for (const entry of commit.put) {
        if (forms.has(entry.wire.h) && actsOf(device).has(entry.seq)) continue;
        const act = actsOf(device).get(entry.seq) ?? newAct(device, entry);
        actsOf(device).set(entry.seq, act);
        const { name, atMs, act: key, attempt } = entry.wire;
        const isSame = act.name === name && act.atMs === atMs && act.key === key && act.attempt === attempt;
        hold(isSame, '8', () => `${device.name} turned act ${act.id} (${act.name}) into ${name} ${key}/${attempt}`);
        forms.set(entry.wire.h, { act, wire: entry.wire });
      }
    },
    acknowledge(args) {
      const act = typeof args === 'object' && args !== null ? actOfArgs.get(args) : undefined;
      hold(act, '1', () => `a person was told 'saved' of what is on no disk: ${JSON.stringify(args)}`);
      act.isAcknowledged = true;
    },
    decide(outcome, when) {
      const form = forms.get(outcome.h);
      hold(
        form?.wire.mid === outcome.mid,
        '2',
        () => `the server decided ${outcome.h} (mid ${outcome.mid}), which nobody did`,
      );
      const { act } = form;
      const earlier = acceptedOf(act.key) ?? act.decisions[0];
      const decision: Decision = { ...form, outcome, ...when };
      if (earlier) {
        const isSame = earlier.outcome.kind === outcome.kind && earlier.outcome.codes.join() === outcome.codes.join();
        hold(
          isSame,
          '2',
          () =>
            `act ${act.id} (${act.name}) was ${JSON.stringify(earlier.outcome)} and then ${JSON.stringify(outcome)}`,
        );
        if (act.decisions.length === 0) act.decisions.push(decision);
        decisions.set(act, decision);
        return null;
      }
      act.decisions.push(decision);
      decisions.set(act, decision);
      return decision;
    },
    decisionOf({ wire }) {
      const act = actsByText.get(textOf(wire));
      return act && decisions.get(act);
    },
    goBack(businessId, version) {
      for (const act of acts) {
        if (act.businessId !== businessId) continue;
        const left = act.decisions.filter((decision) => decision.version <= version);
        act.isUndone ||= left.length < act.decisions.length;
        act.decisions = left;
      }
    },
    isAccepted: ({ key }) => acceptedOf(key) !== undefined,
    isHeld: (act, devices) =>
      devices.some((device) => {
        const { outbox, archive } = device.database.inspect();
        return [...actsOf(device)].some(
          ([seq, held]) => held === act && (outbox.get(seq) ?? archive.get(seq))?.wire.args,
        );
      }),
  };
}
