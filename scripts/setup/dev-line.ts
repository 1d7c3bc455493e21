import type { IncomingMessage, ServerResponse } from 'node:http';

/** The address at which the app in development reads the line's state (GET) and changes it (POST). */
export const DEV_LINE_PATH = '/__line';

/** The faults of the line at present. */
interface DevLine {
  isOffline: boolean;
  /** The server handles the next writing request, but its answer is lost. Holds for one request. */
  dropsNextAnswer: boolean;
}

type Next = () => void;

/**
 * A handler in front of the development server's proxy that breaks the network on demand, for the app and its worker.
 * An interrupted request looks to the browser like a lost signal.
 */
export function createDevLine(): (request: IncomingMessage, response: ServerResponse, next: Next) => void {
  const line: DevLine = { isOffline: false, dropsNextAnswer: false };
  const underWay = new Set<IncomingMessage>();

  function set(wanted: Partial<DevLine>): void {
    line.isOffline = wanted.isOffline ?? line.isOffline;
    line.dropsNextAnswer = wanted.dropsNextAnswer ?? line.dropsNextAnswer;
    // The event stream loses its signal too.
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

/** Drops the answer from the proxy, and closes the connection at its end. */
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
