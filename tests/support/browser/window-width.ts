import { vi } from 'vitest';

/** Sets the window's width for media queries. */
export function setWindowWidth(px: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const min = /\(min-width: ([\d.]+)em\)/.exec(media)?.[1];
    const matches = min !== undefined && px >= Number(min) * 16;
    return {
      media,
      matches,
      onchange: null,
      addEventListener() {},
      removeEventListener() {},
    } as unknown as MediaQueryList;
  });
}
