import * as v from 'valibot';

/**
 * For an input that the code accepts in any form: the schema that describes it in the description of the API. It
 * refuses nothing.
 */
export const takes = <Input>(schema: v.GenericSchema) =>
  v.metadata<Input, { takes: v.GenericSchema }>({ takes: schema });
