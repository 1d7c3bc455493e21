import { saveFile } from './save-file.ts';

/**
 *   shared       the other app has it
 *   aborted      the person closed the sheet: show no message
 *   unsupported  this browser cannot share with other apps
 *   saved        no app accepts the file, so it was downloaded
 *   failed       anything else
 */
export type ShareResult = 'shared' | 'aborted' | 'unsupported' | 'saved' | 'failed';

/**
 * Returns a WhatsApp link with the text filled in, to this number or to a contact that the person chooses there
 * (C-161).
 * @param number its digits with the calling code
 */
export const whatsAppLink = (text: string, number: string | null): string =>
  // A name that was cut to its length may end with half of a surrogate pair, which cannot be encoded in an address.
  `https://wa.me/${number ?? ''}?text=${encodeURIComponent(text.toWellFormed())}`;

/** Opens WhatsApp with the text (R-RCPT-16). */
export function openWhatsApp(text: string, number: string | null): void {
  window.open(whatsAppLink(text, number), '_blank', 'noopener,noreferrer');
}

/** Shares a text by the device's own list of apps. */
export async function shareText(title: string, text: string): Promise<ShareResult> {
  return typeof navigator.share === 'function' ? await share({ title, text }) : 'unsupported';
}

/** Shares a file with another app. If no app accepts files, it is downloaded. */
export async function shareFile(file: File): Promise<ShareResult> {
  const data = { files: [file], title: file.name };
  if (typeof navigator.share === 'function' && navigator.canShare?.(data) === true) return await share(data);
  saveFile(file.name, file);
  return 'saved';
}

async function share(data: ShareData): Promise<ShareResult> {
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'aborted' : 'failed';
  }
}
