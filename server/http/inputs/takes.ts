import * as v from 'valibot';

/**
 * What a caller should send where the code takes anything and reads it in several ways: the schema that stands for it
 * in the description of the API. It refuses nothing.
 */
export const takes = <Input>(schema: v.GenericSchema) =>
  v.metadata<Input, { takes: v.GenericSchema }>({ takes: schema });
