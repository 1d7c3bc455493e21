import { vi } from 'vitest';

/** A call of a canvas's drawing context with its arguments, or a property of it that was set, with its value. */
export type Drawn = [what: string, ...values: unknown[]];

/**
 * Replaces the drawing contexts of all canvases: they draw nothing and record every call, in order. Each character is as
 * wide as the font size; every pixel that is read is white.
 */
export function recordDrawing(): { drawn: Drawn[]; canvases: Set<HTMLCanvasElement> } {
  const drawn: Drawn[] = [];
  const canvases = new Set<HTMLCanvasElement>();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    canvases.add(this);
    return contextOf(this, drawn) as never;
  });
  return { drawn, canvases };
}

function contextOf(canvas: HTMLCanvasElement, drawn: Drawn[]): object {
  const set: Record<string, unknown> = { font: '10px sans-serif' };
  const sizePx = () => Number(/(\d+)px/.exec(String(set['font']))?.[1]);
  const read: Record<string, unknown> = {
    canvas,
    measureText: (text: string) => ({ width: [...text].length * sizePx() }),
    getImageData: (x: number, y: number, width: number, height: number) => {
      drawn.push(['getImageData', x, y, width, height]);
      return { data: new Uint8ClampedArray(width * height * 4).fill(255), width, height };
    },
  };
  return new Proxy(
    {},
    {
      get: (_context, name) =>
        read[String(name)] ??
        set[String(name)] ??
        ((...values: unknown[]) => void drawn.push([String(name), ...values])),
      set: (_context, name, value) => {
        set[String(name)] = value;
        drawn.push([String(name), value]);
        return true;
      },
    },
  );
}
