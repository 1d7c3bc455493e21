import { afterEach, expect, test, vi } from 'vitest';
import { openBarcodeReader } from '../../../src/platform/barcode-reader.ts';

const own = { read: async () => ['own'] };
vi.mock('../../../src/platform/own-barcode-reader.ts', () => ({ openOwnReader: async () => own }));
afterEach(() => vi.unstubAllGlobals());

/** A browser with a reader of its own for these formats. Returns the formats that it was asked for. */
function useNative(known: string[]): string[][] {
  const asked: string[][] = [];
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => known;
      constructor({ formats }: { formats: string[] }) {
        asked.push(formats);
      }
      detect = async (video: { code: string }) => [{ rawValue: video.code }, { rawValue: 'shelf' }];
    },
  );
  return asked;
}

test("G31 the browser's own reader is asked for the formats of shops that it knows", async () => {
  const asked = useNative(['aztec', 'qr_code', 'ean_13', 'code_128']);
  const reader = await openBarcodeReader();
  expect(asked).toEqual([['ean_13', 'code_128', 'qr_code']]);
  expect(await reader.read({ code: '4006381333931' } as unknown as HTMLVideoElement)).toEqual([
    '4006381333931',
    'shelf',
  ]);
});

test.each([['no format of goods', ['qr_code']] as const, ['no format at all', []] as const])(
  'G31 a reader of the browser that knows %s is not used',
  async (_kind, known) => {
    const asked = useNative([...known]);
    expect([await openBarcodeReader(), asked]).toEqual([own, []]);
  },
);

test('G31 a browser without a reader gets ours', async () => {
  expect(await openBarcodeReader()).toBe(own);
});
