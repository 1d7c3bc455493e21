import { removeFolder } from './fixtures/places.ts';
import { makeServerTemplate } from './fixtures/server.ts';

/** Once a run: makes the data that every server of the tests begins with. */
export default async function globalSetup(): Promise<() => void> {
  const folder = await makeServerTemplate();
  return () => removeFolder(folder);
}
