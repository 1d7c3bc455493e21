import type { LeftAtLogout } from '../../state/left-at-logout.ts';

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/**
 * Returns the question for the counts at the tap. A change that is sent meanwhile does not change the open question.
 */
export function questionOf(left: LeftAtLogout): { title: string; message: string } {
  const { unsentCount, pictureCount, notAcceptedCount, unfinishedCount } = left;
  const sentences: string[] = [];
  if (unsentCount === 1)
    sentences.push('It stays on this device and is sent when you log in here again. Until then nobody else sees it.');
  if (unsentCount > 1)
    sentences.push(
      'They stay on this device and are sent when you log in here again. Until then nobody else sees them.',
    );
  if (pictureCount > 0)
    sentences.push(
      pictureCount === 1
        ? '1 picture is not on the server yet. It stays on this device until you log in here again.'
        : `${pictureCount} pictures are not on the server yet. They stay on this device until you log in here again.`,
    );
  if (notAcceptedCount > 0)
    sentences.push(
      notAcceptedCount === 1
        ? '1 change was not accepted. Only you can settle it, on this device.'
        : `${notAcceptedCount} changes were not accepted. Only you can settle them, on this device.`,
    );
  if (unfinishedCount > 0)
    sentences.push(`${counted(unfinishedCount, 'sale')} at the counter, unfinished or parked, will be thrown away.`);
  return { title: titleOf(left), message: sentences.join(' ') };
}

function titleOf({ unsentCount, pictureCount, notAcceptedCount }: LeftAtLogout): string {
  if (unsentCount > 0) return `You have ${counted(unsentCount, 'unsent change')}`;
  if (pictureCount > 0) return `You have ${counted(pictureCount, 'unsent picture')}`;
  if (notAcceptedCount > 0) return 'Not every change was accepted';
  return 'Your unfinished sales are lost';
}
