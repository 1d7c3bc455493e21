/** Hands a text to the person as a file, where this browser puts downloads. */
export const saveTextFile = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'application/x-ndjson' }));

/** Safari reads what is behind the address only when it asks where to, or whether, to save it. */
const READ_WITHIN_MS = 40_000;

/** Hands anything to the person as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
