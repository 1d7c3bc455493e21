import type { IncomingMessage, ServerResponse } from 'node:http';

/** The address at which the app in development reads the line's state (GET) and changes it (POST). */
export const DEV_LINE_PATH = '/__line';

/** The faults that the line has now. */
interface DevLine {
  isOffline: boolean;
  /** The server does what the next writing request asks for, and the answer does not come back: once. */
  dropsNextAnswer: boolean;
}

type Next = () => void;

/**
 * A handler in front of the development server's proxy: the line between the app, its worker and the server, which
 * fails on demand. A request that it breaks off looks to the browser like one in a tunnel.
 */
export function createDevLine(): (request: IncomingMessage, response: ServerResponse, next: Next) => void {
  const line: DevLine = { isOffline: false, dropsNextAnswer: false };
  const underWay = new Set<IncomingMessage>();

  function set(wanted: Partial<DevLine>): void {
    line.isOffline = wanted.isOffline ?? line.isOffline;
    line.dropsNextAnswer = wanted.dropsNextAnswer ?? line.dropsNextAnswer;
    // A stream of news has no signal either.
    if (line.isOffline) for (const { socket } of underWay) socket.destroy();
  }

  async function answerState(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.method === 'POST') set(JSON.parse(await textOf(request)) as Partial<DevLine>);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(line));
    } catch {
      response.writeHead(400).end();
    }
  }

  return (request, response, next) => {
    const { url = '', method } = request;
    if (url === DEV_LINE_PATH) return void answerState(request, response);
    if (!url.startsWith('/api/')) return next();
    if (line.isOffline) return void request.socket.destroy();
    underWay.add(request);
    response.once('close', () => underWay.delete(request));
    if (line.dropsNextAnswer && method !== 'GET') {
      line.dropsNextAnswer = false;
      dropAnswer(request, response);
    }
    next();
  };
}

/** Swallows the answer that the proxy passes on, and breaks the connection off at its end. */
function dropAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.write = () => true;
  response.end = () => {
    request.socket.destroy();
    return response;
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += String(piece);
  return text;
}
