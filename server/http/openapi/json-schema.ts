import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';

const takenSchema = v.object({ takes: v.custom<v.GenericSchema>((value) => typeof value === 'object') });

/** JSON Schema cannot express checks in code, so the description allows more than the route accepts. */
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

/** Returns the JSON Schema of an input. */
export const inputJsonSchema = (schema: v.GenericSchema): JsonSchema =>
  withoutDialect(toJsonSchema(schema, { ...CONFIG, typeMode: 'input' }));

/** Returns the JSON Schema of a response. Schemas in `named` become references. */
export const answerJsonSchema = (
  schema: v.GenericSchema,
  named: Readonly<Record<string, v.GenericSchema>>,
): JsonSchema => withoutDialect(toJsonSchema(schema, { ...CONFIG, typeMode: 'output', definitions: named }));

export const namedJsonSchemas = (named: Readonly<Record<string, v.GenericSchema>>): Record<string, JsonSchema> =>
  toJsonSchemaDefs(named, { ...CONFIG, typeMode: 'output' });

/** Removes `$schema` and `$defs`, because the document itself names the dialect and holds the named schemas. */
function withoutDialect({ $schema: _dialect, $defs: _named, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
