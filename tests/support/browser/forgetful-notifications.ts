/**
 * The notifications of a registration as Chromium has them: one that is still being shown when they are listed stands on
 * the screen, but is in no list from then on.
 */
export function forgetfulNotifications() {
  const listed: string[] = [];
  const arriving = new Set<string>();
  const later = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    async show(title: string): Promise<void> {
      arriving.add(title);
      await later();
      if (arriving.delete(title)) listed.push(title);
    },
    async list(): Promise<readonly string[]> {
      arriving.clear();
      await later();
      return [...listed];
    },
  };
}
