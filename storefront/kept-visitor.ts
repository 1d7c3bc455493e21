type Field = HTMLInputElement | HTMLTextAreaElement;

/** Keeps the visitor's own fields while the tab is open, so that they can go back to the items. */
export interface KeptVisitor {
  /** Fills in the empty fields, and stores what is typed from then on. */
  follow(fields: readonly Field[]): void;
  forget(): void;
}

export function keptVisitor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, slug: string): KeptVisitor {
  const name = `kaunta-visitor-${slug}`;
  const read = (): Partial<Record<string, unknown>> => {
    try {
      return Object(JSON.parse(storage.getItem(name) ?? '{}')) as Partial<Record<string, unknown>>; // whatever it holds
    } catch {
      return {};
    }
  };
  return {
    follow(fields) {
      const kept = read();
      for (const field of fields) {
        const typed = kept[field.name];
        if (field.value === '' && typeof typed === 'string') field.value = typed;
        field.addEventListener('input', () => {
          try {
            storage.setItem(name, JSON.stringify(Object.fromEntries(fields.map((each) => [each.name, each.value]))));
          } catch {
            // The browser stores nothing.
          }
        });
      }
    },
    forget: () => storage.removeItem(name),
  };
}
