/** Saves a text as a file, in the folder in which this browser puts downloads. */
export const saveTextFile = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'application/x-ndjson' }));

/**
 * Safari asks the person whether and where to save, and reads the address only after that. So the address must stay
 * valid this long.
 */
const READ_WITHIN_MS = 40_000;

/** Saves any content as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
