import * as v from 'valibot';
import { imageKeySchema } from '../../../../domain/items/item-image.ts';
import { codeRequestSchema, pinChangeSchema, pinResetSchema } from '../../../../domain/people/pin-change.ts';
import { newUserSchema, userChangeSchema } from '../../../../domain/people/user-input.ts';
import { businessAnswerSchema } from '../../answers/business.ts';
import { businessCategoryAnswerSchema, itemCategoryAnswerSchema } from '../../answers/category.ts';
import { deviceAnswerSchema } from '../../answers/device.ts';
import { securityEventAnswerSchema } from '../../answers/security-event.ts';
import { countField } from '../../answers/field.ts';
import { categorySchemaAnswerSchema } from '../../answers/item.ts';
import { sessionAnswerSchema, userAnswerSchema } from '../../answers/user.ts';
import { loginInputSchema, pinByCodeInputSchema, registrationInputSchema } from '../../inputs/account.ts';
import {
  businessImageInputSchema,
  businessInputSchema,
  currencyChangeSchema,
  slugChangeSchema,
} from '../../inputs/business.ts';
import { pageQuerySchema } from '../../inputs/list-query.ts';
import { data, type DescribedCall, pageOf, said } from '../described-call.ts';

const account = v.object({ user: userAnswerSchema, business: businessAnswerSchema });

const IMAGE_FORM = {
  type: 'object',
  properties: { image: { type: 'string', format: 'binary' }, key: { type: 'string' } },
  required: ['image'],
};

/** Calls for signing in, users and the business itself (R-API-07 … R-API-11, R-API-36, R-API-37). */
export const PEOPLE_CALLS = {
  'POST /auth/register': {
    summary: 'Registers a business and its owner, who signs in afterwards',
    body: registrationInputSchema,
    status: 201,
    answer: data(account),
  },
  'POST /auth/login': {
    summary: 'Signs in: a token for clients that send it themselves, a cookie for browsers, whose former session ends',
    body: loginInputSchema,
    answer: data(v.object({ authToken: v.string(), user: userAnswerSchema })),
  },
  'POST /auth/logout': { summary: 'Ends the session, if there is one', answer: said },
  'POST /auth/forgot-pin': { summary: 'Sends a one-time code to a phone', body: codeRequestSchema, answer: said },
  'POST /auth/reset-pin': { summary: 'Sets a PIN with a one-time code', body: pinByCodeInputSchema, answer: said },
  'GET /auth/me': { summary: 'The signed-in user and their business', answer: data(account) },
  'PUT /auth/pin': { summary: 'Changes one’s own PIN', body: pinChangeSchema, answer: said },

  'GET /business/categories': {
    summary: 'The kinds of business',
    answer: data(v.array(businessCategoryAnswerSchema)),
  },
  'GET /business/item-categories/{businessCategoryId}': {
    summary: 'What a kind of business sells',
    answer: data(v.array(itemCategoryAnswerSchema)),
  },
  'GET /business/item-category-schema/{itemCategoryId}': {
    summary: 'What a category asks of its items',
    answer: data(categorySchemaAnswerSchema),
  },
  'PUT /business/{id}': {
    summary: 'Changes details of the business; what is not sent stays',
    body: businessInputSchema,
    answer: data(businessAnswerSchema),
  },
  'PATCH /business/{id}/slug': {
    summary: 'Takes another name for the storefront’s address',
    body: slugChangeSchema,
    answer: data(businessAnswerSchema),
  },
  'PATCH /business/{id}/currency': {
    summary: 'Changes the currency of everything that is recorded from now on',
    body: currencyChangeSchema,
    answer: data(businessAnswerSchema),
  },

  'PUT /business/{id}/profile-image': {
    summary: 'Says which picture the business shows; its file follows',
    body: businessImageInputSchema,
    answer: data(businessAnswerSchema),
  },
  'POST /business/{id}/profile-image': {
    summary: 'Brings the picture of the business',
    body: { mediaTypes: ['multipart/form-data'], schema: IMAGE_FORM },
    answer: data(v.object({ ...businessAnswerSchema.entries, key: imageKeySchema })),
  },

  'GET /users': { summary: 'The people of the business', query: pageQuerySchema, answer: pageOf(userAnswerSchema) },
  'POST /users': { summary: 'Adds a person', body: newUserSchema, status: 201, answer: data(userAnswerSchema) },
  'PATCH /users/{id}': {
    summary: 'Changes a person; what is not sent stays',
    body: userChangeSchema,
    answer: data(userAnswerSchema),
  },
  'DELETE /users/{id}': {
    summary: 'Takes a person’s access away; what they did keeps their name',
    answer: data(userAnswerSchema),
  },
  'POST /users/{id}/reactivate': { summary: 'Gives a person access again', answer: data(userAnswerSchema) },
  'PUT /users/{id}/pin': { summary: 'Gives a person a new PIN', body: pinResetSchema, answer: data(userAnswerSchema) },
  'GET /users/{id}/sessions': {
    summary: 'Where a person is signed in',
    query: pageQuerySchema,
    answer: pageOf(sessionAnswerSchema),
  },
  'DELETE /users/{id}/sessions/{sessionId}': {
    summary: 'Signs a person out in one place',
    answer: data(userAnswerSchema),
  },
  'GET /devices': { summary: 'The devices of the shop', query: pageQuerySchema, answer: pageOf(deviceAnswerSchema) },
  'GET /security/events': {
    summary: 'Who came in, who was refused, what was changed about people and what left the shop, newest first',
    query: pageQuerySchema,
    answer: pageOf(securityEventAnswerSchema),
  },
  'POST /auth/sign-out-elsewhere': {
    summary: 'Ends one’s sessions everywhere else',
    answer: data(v.object({ sessionsEnded: countField })),
  },
} as const satisfies Record<string, DescribedCall>;
