import { messages, parse, type PGlite, protocol } from '@electric-sql/pglite';
import { assert } from '../../domain/assert.ts';
import type { SqlParam } from './database.ts';
import type { Parse } from './value-parsers.ts';

const { serialize } = protocol;

/** The part of PGlite that the database uses. */
export type EmbeddedEngine = Pick<
  PGlite,
  'query' | 'exec' | 'runExclusive' | 'execProtocolStream' | 'parsers' | 'serializers' | 'close'
>;

interface Prepared {
  text: string;
  paramTypes: readonly number[];
  /** The description of the columns; undefined if the statement returns no rows. */
  columns: messages.RowDescriptionMessage | undefined;
}

/**
 * Runs prepared statements, whose plan is cached under their name, as PostgreSQL's own driver does. PGlite's `query`
 * parses, plans and describes every time. For a pull's union over all tables that costs more than running it.
 */
export class EmbeddedStatements {
  readonly #pglite: EmbeddedEngine;
  readonly #parsers: Record<string, Parse>;
  readonly #prepared = new Map<string, Prepared>();

  constructor(pglite: EmbeddedEngine, parsers: Record<string, Parse>) {
    this.#pglite = pglite;
    this.#parsers = { ...pglite.parsers, ...parsers };
  }

  /** Runs the statement of this name, whose text never changes. No other caller may use the connection meanwhile. */
  async run(name: string, text: string, params: readonly SqlParam[]): Promise<unknown[]> {
    const prepared = this.#prepared.get(name) ?? (await this.#prepare(name, text));
    assert(prepared.text === text, `The statement ${name} has one text`);
    const values = params.map((param, index) => this.#written(param, prepared.paramTypes[index]));
    const answers = await this.#ask([
      serialize.bind({ statement: name, values }),
      serialize.execute({}),
      serialize.sync(),
    ]);
    const described = prepared.columns ? [prepared.columns, ...answers] : answers;
    return parse.parseResults(described, this.#parsers)[0]?.rows ?? [];
  }

  async #prepare(name: string, text: string): Promise<Prepared> {
    const answers = await this.#ask([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ]);
    const prepared = {
      text,
      paramTypes: parse.parseDescribeStatementResults(answers),
      columns: answers.find((answer) => answer instanceof messages.RowDescriptionMessage),
    };
    this.#prepared.set(name, prepared);
    return prepared;
  }

  #written(param: SqlParam, type: number | undefined): string | null {
    if (param === null) return null;
    const write = type === undefined ? undefined : this.#pglite.serializers[type];
    return write ? String(write(param)) : String(param);
  }

  /** Sends all messages in one call, because each call is a round trip into the database's memory. */
  async #ask(parts: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    return await this.#pglite.runExclusive(() =>
      this.#pglite.execProtocolStream(Buffer.concat(parts), { syncToFs: false }),
    );
  }
}
