import { createFilesPrivately } from './data-folder.ts';
import { createLog } from './log.ts';
import { startServer } from './serve.ts';
import { readSettings } from './settings.ts';

createFilesPrivately();
const settings = readSettings(process.env);
if (!settings.ok) {
  process.stderr.write(`${settings.error.join('\n')}\n`);
  process.exit(1);
}

const log = createLog(settings.value.logLevel);
try {
  const server = await startServer(settings.value, log);
  // The demo calls the server at PORT, so another port must be passed on.
  const demo = process.env['PORT'] === undefined ? 'npm run demo' : `PORT=${new URL(server.url).port} npm run demo`;
  process.stdout.write(
    `\nKaunta is ready: ${server.url}\nTo try it with a demo shop, run in another terminal: ${demo}\n\n`,
  );
  const end = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'Ending');
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'The end was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
} catch (error) {
  log.debug({ error }, 'The start failed');
  process.stderr.write(`Kaunta could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
