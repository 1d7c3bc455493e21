import { removeFolder } from './fixtures/places.ts';
import { makeServerTemplate } from './fixtures/server.ts';

/** Runs once before all tests: makes the data with which every test server starts. */
export default async function globalSetup(): Promise<() => void> {
  const folder = await makeServerTemplate();
  return () => removeFolder(folder);
}
