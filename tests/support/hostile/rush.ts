import { Agent, request } from 'node:http';

export interface PlacedByVisitor {
  status: number;
  orderNumber: string | undefined;
  tookMs: number;
}

export interface Rush {
  placed: Promise<PlacedByVisitor[]>;
  answeredCount(): number;
  /** Resolves when one more of them is answered. */
  nextAnswer(): Promise<void>;
}

/**
 * Lets so many visitors order one of an item at the same moment, each with their own phone number, address and
 * connection, through the trusted proxy.
 */
export function rushOf(count: number, store: string, itemId: number): Rush {
  const agent = new Agent({ maxSockets: count });
  let answeredCount = 0;
  let next = Promise.withResolvers<void>();
  async function visit(nth: number): Promise<PlacedByVisitor> {
    const visitor = { name: `Visitor ${nth}`, phone: `0772 ${String(100_000 + nth)}` };
    const body = JSON.stringify({ ...visitor, items: [{ itemId, quantity: 1 }] });
    const placed = await post(store, body, `10.7.${Math.floor(nth / 100)}.${nth % 100}`, agent);
    answeredCount += 1;
    next.resolve();
    next = Promise.withResolvers();
    return placed;
  }
  return {
    placed: Promise.all(Array.from({ length: count }, (_, nth) => visit(nth))),
    answeredCount: () => answeredCount,
    nextAnswer: () => next.promise,
  };
}

function post(url: string, body: string, address: string, agent: Agent): Promise<PlacedByVisitor> {
  const startedMs = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<PlacedByVisitor>();
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': address,
  };
  const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data?: { orderNumber: string } };
      resolve({
        status: answer.statusCode ?? 0,
        orderNumber: data?.orderNumber,
        tookMs: performance.now() - startedMs,
      });
    });
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
