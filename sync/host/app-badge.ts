/** Shows a number on the installed app's icon; 0 takes it away. Where the browser or the system has no badge nothing happens. */
export async function showAppBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
