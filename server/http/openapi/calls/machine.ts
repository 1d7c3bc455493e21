import * as v from 'valibot';
import { auditAnswerSchema, auditRequestSchema } from '../../../../sync/protocol/audit.ts';
import { knownActsAnswerSchema, knownActsRequestSchema } from '../../../../sync/protocol/known-acts.ts';
import { pullRequestSchema } from '../../../../sync/protocol/pull.ts';
import { pullWireSchema } from '../../../../sync/protocol/pull-wire.ts';
import { pushAnswerSchema, pushRequestSchema } from '../../../../sync/protocol/push.ts';
import { pushSubscriptionInputSchema } from '../../inputs/push-subscription.ts';
import { data, type DescribedCall } from '../described-call.ts';

/** The sync calls of devices, whose responses have no envelope (docs/sync.md), and the version (R-API-39). */
export const MACHINE_CALLS = {
  'GET /version': { summary: 'The version of this server', answer: data(v.object({ version: v.string() })) },
  'GET /openapi.json': { summary: 'This description', answer: v.record(v.string(), v.unknown()) },
  'GET /events': {
    summary: 'Tells that the shop has something newer',
    answer: { mediaTypes: ['text/event-stream'] },
  },
  'GET /push/key': {
    summary: 'The key with which this server speaks to push services',
    answer: data(v.object({ publicKey: v.string() })),
  },
  'PUT /push/subscription': {
    summary: 'Wants to be told of new orders while the app is closed',
    body: pushSubscriptionInputSchema,
    answer: data(v.object({ endpoint: v.string() })),
  },
  'POST /sync/push': { summary: 'A device sends its mutations', body: pushRequestSchema, answer: pushAnswerSchema },
  'GET /sync/pull': { summary: 'A device asks for what changed', query: pullRequestSchema, answer: pullWireSchema },
  'GET /sync/audit': {
    summary: 'A device compares a part of its copy',
    query: auditRequestSchema,
    answer: auditAnswerSchema,
  },
  'POST /sync/acts': {
    summary: 'A device asks which of its acts the server knows',
    body: knownActsRequestSchema,
    answer: knownActsAnswerSchema,
  },
} as const satisfies Record<string, DescribedCall>;

/** Calls outside /api/v1. */
export const OUTSIDE_CALLS = {
  'GET /healthz': {
    summary: 'Whether this process lives and can read its database',
    answer: v.object({ status: v.literal('ok') }),
    refusedWith: { 503: v.object({ status: v.literal('unavailable') }) },
  },
  'GET /readyz': {
    summary: 'Whether this process can take what is sent to it: its database can be written',
    answer: v.object({ status: v.literal('ok') }),
    refusedWith: { 503: v.object({ status: v.literal('unavailable'), reason: v.string() }) },
  },
  'GET /uploads/{businessId}/{key}/{file}': {
    summary: 'The file of a picture, for whoever has its address',
    answer: { mediaTypes: ['image/webp', 'image/jpeg'] },
    refusedWith: { 404: { mediaTypes: ['text/plain'] } },
  },
} as const satisfies Record<string, DescribedCall>;
