import * as v from 'valibot';

/**
 * Names the schema of an input for the description of the API. For inputs that the code reads as `unknown`. It checks
 * nothing.
 */
export const takes = <Input>(schema: v.GenericSchema) =>
  v.metadata<Input, { takes: v.GenericSchema }>({ takes: schema });
