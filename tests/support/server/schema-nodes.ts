import type * as v from 'valibot';

/** A schema with what valibot's own have of others inside them. */
export type SchemaNode = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly key?: SchemaNode;
  readonly value?: SchemaNode;
  readonly wrapped?: SchemaNode;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly unknown[];
};

/** The schemas right within a schema, by the names of where they stand. */
export function childrenOf(node: SchemaNode): [string, SchemaNode][] {
  const { entries = {}, item, key, value, wrapped, options = [], pipe = [] } = node;
  const named: [string, unknown][] = [
    ...Object.entries(entries),
    ...Object.entries({ item, key, value, wrapped }),
    ...[...options.entries()].map(([index, each]): [string, unknown] => [`option${index}`, each]),
    // The first of a pipe is the schema itself.
    ...[...pipe.entries()].slice(1).map(([index, each]): [string, unknown] => [`pipe${index}`, each]),
  ];
  return named.flatMap(([name, each]): [string, SchemaNode][] => (isSchema(each) ? [[name, each]] : []));
}

const isSchema = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
