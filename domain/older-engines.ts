/*
 * What the oldest browsers that Kaunta is built for (vite.config.ts) do not have of the language and what it, or one of
 * its packages, uses. Whatever a browser loads imports this file before everything else; a test takes
 * these away and sells, and another looks through the built files for what is younger and not here.
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
    // With 'u' a whole pair is one character, so that only halves are found.
    return this.replace(/\p{Surrogate}/gu, '\uFFFD');
  },
});
