/*
 * Polyfills: functions that Kaunta or its packages use and the oldest supported browsers (vite.config.ts) lack. Every
 * entry point imports this file first. One test removes these functions and makes a sale; another searches the built
 * files for younger ones that are missing here.
 */

function add(target: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}

add(Array.prototype, {
  toReversed(this: unknown[]) {
    return [...this].reverse();
  },
  toSorted(this: unknown[], compare?: (one: unknown, other: unknown) => number) {
    return [...this].sort(compare);
  },
  toSpliced(this: unknown[], ...args: [number, number, ...unknown[]]) {
    const copy = [...this];
    copy.splice(...args);
    return copy;
  },
});

add(String.prototype, {
  toWellFormed(this: string) {
    // With the flag 'u' a surrogate pair is one character, so only unpaired surrogates match.
    return this.replace(/\p{Surrogate}/gu, '\uFFFD');
  },
});
