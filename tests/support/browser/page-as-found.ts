// Test files of screens share a process, and so its page. Before each file the page is reset to its first state: stubs
// of parts of the browser, stored data and rendered elements of earlier files are removed.

type Properties = Record<PropertyKey, PropertyDescriptor>;

const FOUND = Symbol.for('kaunta.tests.page-as-found');
/** Names of Vitest's own globals, which belong to the running file. */
const OF_THE_RUNNER = /^__vitest|^__vi_|^expect$/;

const shared = globalThis as typeof globalThis & { [FOUND]?: ReadonlyMap<object, Properties> };

/** The objects of the browser in which tests replace something. */
function partsOfThePage(): object[] {
  const prototypes = Object.getOwnPropertyNames(window)
    .filter((name) => /^[A-Z]/.test(name))
    .map(
      (name) =>
        (Object.getOwnPropertyDescriptor(window, name)?.value as { prototype?: unknown } | undefined)?.prototype,
    )
    .filter((prototype): prototype is object => typeof prototype === 'object' && prototype !== null);
  return [
    ...new Set<object>([window, navigator, document, document.documentElement, document.body, history, ...prototypes]),
  ];
}

function lookAt(): ReadonlyMap<object, Properties> {
  return new Map(
    partsOfThePage().map((part) => [part, Object.getOwnPropertyDescriptors(part) as unknown as Properties]),
  );
}

function putBack(part: object, found: Properties): void {
  for (const key of Reflect.ownKeys(part)) {
    if (key === FOUND || (typeof key === 'string' && OF_THE_RUNNER.test(key))) continue;
    if (!Object.hasOwn(found, key)) Reflect.deleteProperty(part, key);
  }
  for (const key of Reflect.ownKeys(found)) {
    if (typeof key === 'string' && OF_THE_RUNNER.test(key)) continue;
    const now = Object.getOwnPropertyDescriptor(part, key);
    const then = found[key]!;
    if (now?.value !== then.value || now?.get !== then.get || now?.set !== then.set)
      Reflect.defineProperty(part, key, then);
  }
}

function clearPage(): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const [name] of document.cookie.split('; ').map((cookie) => cookie.split('=')))
    document.cookie = `${name}=; Max-Age=0; path=/`;
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  document.title = '';
  history.replaceState(null, '', '/');
}

if (shared[FOUND] === undefined) shared[FOUND] = lookAt();
else {
  for (const [part, found] of shared[FOUND]) putBack(part, found);
  clearPage();
}
