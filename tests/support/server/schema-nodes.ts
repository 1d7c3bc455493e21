import type * as v from 'valibot';

/** A schema, with the fields in which valibot's schemas hold other schemas. */
export type SchemaNode = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly key?: SchemaNode;
  readonly value?: SchemaNode;
  readonly wrapped?: SchemaNode;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly unknown[];
};

/** Returns the schemas directly inside a schema, by the names of their places. */
export function childrenOf(node: SchemaNode): [string, SchemaNode][] {
  const { entries = {}, item, key, value, wrapped, options = [], pipe = [] } = node;
  const named: [string, unknown][] = [
    ...Object.entries(entries),
    ...Object.entries({ item, key, value, wrapped }),
    ...[...options.entries()].map(([index, each]): [string, unknown] => [`option${index}`, each]),
    // The first part of a pipe is the schema itself.
    ...[...pipe.entries()].slice(1).map(([index, each]): [string, unknown] => [`pipe${index}`, each]),
  ];
  return named.flatMap(([name, each]): [string, SchemaNode][] => (isSchema(each) ? [[name, each]] : []));
}

const isSchema = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
