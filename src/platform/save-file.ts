/** Hands a text to the person as a file, where this browser puts downloads. */
export const saveTextFile = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'application/x-ndjson' }));

/** Hands anything to the person as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; what is behind the address may go with the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
