import { JSDOM } from 'jsdom';
import { ask, type TestAnswer, type TestRequest, type TestServer } from './server.ts';

/** Returns the text of each element of this kind on a page. */
export const textsOf = (page: Document, selector: string): (string | undefined)[] =>
  [...page.querySelectorAll(selector)].map((each) => each.textContent?.replaceAll(/\s+/g, ' ').trim());

export const pageOf = ({ body }: Pick<TestAnswer, 'body'>): Document => new JSDOM(String(body)).window.document;

/** Returns the messages that a page shows after a form was sent. */
export const alertsOf = (answer: Pick<TestAnswer, 'body'>): (string | undefined)[] =>
  textsOf(pageOf(answer), '[role=alert]:not([hidden])');

/** A visitor of a shop's public pages whose browser runs no script. Each visit comes from another address. */
export class StoreVisitor {
  static #visits = 0;
  readonly #server: TestServer;
  readonly slug: string;

  constructor(server: TestServer, slug: string) {
    this.#server = server;
    this.slug = slug;
  }

  visit(line: string, request: TestRequest = {}): Promise<TestAnswer> {
    StoreVisitor.#visits += 1;
    const nth = StoreVisitor.#visits;
    return ask(this.#server, line, { address: `10.20.${Math.floor(nth / 250)}.${nth % 250}`, ...request });
  }

  look(query = ''): Promise<TestAnswer> {
    return this.visit(`GET /${this.slug}${query}`);
  }

  /** Fills in the form of the basket; every visitor has another phone number. */
  send(fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}): Promise<TestAnswer> {
    const phone = `0772 ${String(600_000 + StoreVisitor.#visits)}`;
    return this.visit(`POST /${this.slug}`, {
      text: new URLSearchParams({ name: 'Grace', phone, ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }
}
