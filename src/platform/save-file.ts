/** Hands a text to the person as a file, where this browser puts downloads. */
export function saveTextFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; the text behind the address may go with the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
