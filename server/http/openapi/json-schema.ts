import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';

const takenSchema = v.object({ takes: v.custom<v.GenericSchema>((value) => typeof value === 'object') });

/** Checks in code have no word in JSON Schema: what they refuse, the description allows. */
const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideAction({ valibotAction }) {
    if (valibotAction.type !== 'metadata') return undefined;
    const taken = v.safeParse(takenSchema, Reflect.get(valibotAction, 'metadata'));
    return taken.success ? inputJsonSchema(taken.output.takes) : undefined;
  },
};

/** The JSON Schema of an input. */
export const inputJsonSchema = (schema: v.GenericSchema): JsonSchema =>
  withoutDialect(toJsonSchema(schema, { ...CONFIG, typeMode: 'input' }));

/** The JSON Schema of an answer; schemas with a name of their own are referred to by it. */
export const answerJsonSchema = (
  schema: v.GenericSchema,
  named: Readonly<Record<string, v.GenericSchema>>,
): JsonSchema => withoutDialect(toJsonSchema(schema, { ...CONFIG, typeMode: 'output', definitions: named }));

export const namedJsonSchemas = (named: Readonly<Record<string, v.GenericSchema>>): Record<string, JsonSchema> =>
  toJsonSchemaDefs(named, { ...CONFIG, typeMode: 'output' });

/** The document says once which dialect its schemas are of, and where the named ones stand. */
function withoutDialect({ $schema: _dialect, $defs: _named, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
