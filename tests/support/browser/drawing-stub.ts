import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';

/** Replaces the browser's drawing of pictures; the real one is tested in e2e/specs/pictures.spec.ts. */
export function stubDrawing(): void {
  const bitmap = { width: 800, height: 600, close: () => undefined };
  vi.stubGlobal('createImageBitmap', async () => bitmap);
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ fillRect: () => undefined, drawImage: () => undefined });
      convertToBlob = async () => new Blob(['small'], { type: 'image/webp' });
    },
  );
  let drawn = 0;
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => `blob:${(drawn += 1)}`, revokeObjectURL: () => undefined }),
  );
}

export const asFile = (bytes: Uint8Array, name = 'a.jpg', type = 'image/jpeg'): File =>
  new File([new Uint8Array(bytes)], name, { type });

/** Chooses files, also of types that the field does not accept. */
export async function chooseFiles(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for files');
  await userEvent.setup({ applyAccept: false }).upload(input, files);
}
