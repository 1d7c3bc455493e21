import type { OutboxEntry } from '../../sync/ports.ts';
import { isNotAccepted, type Outcome } from '../../sync/protocol/outcome.ts';
import type { WireMutation } from '../../sync/protocol/push.ts';
import type { Device } from './device.ts';
import { hold } from './violation.ts';
import type { Commit } from './watched-database.ts';

/** One attempt of an act of a person, from the moment a device's disk had it. */
export interface Act {
  id: number;
  /** By which the product knows it. */
  key: string;
  attempt: number;
  name: string;
  businessId: number;
  actorUserId: number;
  atMs: number;
  /** True once the person was shown 'saved'. */
  isAcknowledged: boolean;
  decisions: Decision[];
  /** The server had decided it, and went back to before that. */
  isUndone: boolean;
  /** A disk that had it was put back to how it had been before. */
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
 * The independent list of everything that people did: kept beside the devices and the server, never asked by them.
 * An act keeps its identity wherever it stands in whatever queue.
 */
export interface Book {
  readonly acts: readonly Act[];
  /** The acts that this profile's disk has or had, by local number. */
  actsOf(device: Device): Map<number, Act>;
  onNewProfile(device: Device): void;
  /** The twin has what the original had on disk when it was copied. */
  onClone(twin: Device, original: Device): void;
  /** The profile is as it was when its disk held these. */
  onPutBack(device: Device, held: ReadonlyMap<number, Act>): void;
  /** Notes the acts of a device that an exported file holds, by their hashes. */
  onFile(mutations: readonly WireMutation[]): void;
  onCommit(device: Device, commit: Commit): void;
  acknowledge(args: unknown): void;
  /**
   * Notes the decision about the mutation with this hash. Throws when nobody ever did it; null when this history has
   * decided the act before and repeats its answer.
   */
  decide(outcome: Outcome, when: Pick<Decision, 'version' | 'atMs'>): Decision | null;
  /** Also one that went with a server's restore. */
  decisionOf(entry: OutboxEntry): Decision | undefined;
  /** The server is back at this version of the business: what it decided since is not decided any more. */
  goBack(businessId: number, version: number): void;
  /** True when one of the attempts of this act was accepted. */
  isAccepted(act: Act): boolean;
  /** True while some disk still holds what is needed to send the act. */
  isHeld(act: Act, devices: readonly Device[]): boolean;
}

export function createBook(): Book {
  const acts: Act[] = [];
  const actsByText = new Map<string, Act>();
  const actsBySeq = new Map<Device, Map<number, Act>>();
  /** By their hash, which the place of a mutation is part of. */
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
    // Two copies that send one refusal again make one attempt of it.
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

  /** The one attempt of the act that was accepted, in this history. */
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
