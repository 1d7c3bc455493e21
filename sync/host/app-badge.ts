/**
 * Shows a number on the icon of the installed app; 0 removes it. Does nothing if the browser or the system has no
 * badges.
 */
export async function showAppBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
