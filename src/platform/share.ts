import { saveFile } from './save-file.ts';

/**
 *   shared       the other app has it
 *   aborted      the person closed the sheet: nothing to say
 *   unsupported  this browser hands nothing to other apps
 *   saved        a file that no app takes is among the downloads
 *   failed       anything else
 */
export type ShareResult = 'shared' | 'aborted' | 'unsupported' | 'saved' | 'failed';

/**
 * WhatsApp with the text filled in, to this number or to whomever the person chooses there (C-161).
 * @param number its digits with the calling code
 */
export const whatsAppLink = (text: string, number: string | null): string =>
  // Half of a sign, which a name that was cut to its length may end with, cannot be written into an address.
  `https://wa.me/${number ?? ''}?text=${encodeURIComponent(text.toWellFormed())}`;

/** Opens it (R-RCPT-16). */
export function openWhatsApp(text: string, number: string | null): void {
  window.open(whatsAppLink(text, number), '_blank', 'noopener,noreferrer');
}

/** Hands a text to the device's own choice of apps. */
export async function shareText(title: string, text: string): Promise<ShareResult> {
  return typeof navigator.share === 'function' ? await share({ title, text }) : 'unsupported';
}

/** Hands a file to another app; where none takes files it is saved. */
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
