import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ImageGallery } from '../../../../src/parts/picture/image-gallery.tsx';
import { Lightbox } from '../../../../src/parts/picture/lightbox.tsx';
import { Picture } from '../../../../src/parts/picture/picture.tsx';
import type { ShownImage } from '../../../../src/state/shown-images.ts';
import { freshAppState, renderPart } from '../../../support/screens/app-harness.tsx';

/* Pictures: the thumbnail, the first three of an item, and all of them one by one. */

beforeEach(freshAppState);

const image = (key: string, fields: Partial<ShownImage> = {}): ShownImage => ({
  ...{ key, thumbnailUrl: `/${key}-small`, originalUrl: `/${key}`, state: 'stored' },
  ...{ refusal: null, failedStatus: null },
  ...fields,
});
const THREE = ['a', 'b', 'c'].map((key) => image(key));
const at = () => screen.getByRole('status').textContent;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('one by one', () => {
  const show = async (startAt: number, images = THREE) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    const onClose = vi.fn<() => void>();
    renderPart(<Lightbox images={images} name="Soap" startAt={startAt} onClose={onClose} />);
    await screen.findByRole('dialog', { name: 'Images of Soap' });
    return { scrolled, onClose };
  };

  test('R-IDET-22 R-IDET-23 begins at the one that was tapped, and the buttons stop at the ends', async () => {
    const { scrolled } = await show(1);
    expect([at(), scrolled.mock.contexts.map((page) => (page as Element).querySelector('img')?.alt)]).toEqual([
      '2 / 3',
      ['Soap, image 2'],
    ]);
    await userEvent.click(button('Next image'));
    expect([at(), button('Next image').disabled, button('Previous image').disabled]).toEqual(['3 / 3', true, false]);
    expect((scrolled.mock.contexts.at(-1) as Element).querySelector('img')?.getAttribute('src')).toBe('/c');
    await userEvent.click(button('Previous image'));
    await userEvent.click(button('Previous image'));
    expect([at(), button('Next image').disabled, button('Previous image').disabled]).toEqual(['1 / 3', false, true]);
  });

  test('R-IDET-22 R-IDET-23 the arrow keys, Home and End go through them, and no further', async () => {
    await show(0);
    const went: (string | null)[] = [];
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Home', 'End', 'ArrowLeft']) {
      fireEvent.keyDown(document.documentElement, { key, code: key });
      went.push(at());
    }
    expect(went).toEqual(['1 / 3', '2 / 3', '3 / 3', '3 / 3', '1 / 3', '3 / 3', '2 / 3']);
  });

  test('R-IDET-23 a swipe is followed, and a strip without a width says nothing', async () => {
    await show(0);
    const strip = screen.getByRole('group', { name: 'Images' });
    const scrollTo = (scrollLeft: number, clientWidth: number) => {
      Object.defineProperties(strip, {
        scrollLeft: { value: scrollLeft, configurable: true },
        clientWidth: { value: clientWidth, configurable: true },
      });
      fireEvent.scroll(strip);
    };
    scrollTo(580, 300);
    expect(at()).toBe('3 / 3');
    scrollTo(0, 0);
    expect(at()).toBe('3 / 3');
    scrollTo(140, 300);
    expect(at()).toBe('1 / 3');
  });

  test('R-IDET-23 one picture has no buttons to turn it; Close has the focus and closes', async () => {
    const { onClose } = await show(0, [image('a')]);
    expect([screen.queryByRole('button', { name: 'Next image' }), at()]).toEqual([null, '1 / 1']);
    await waitFor(() => expect(document.activeElement).toBe(button('Close')));
    await userEvent.click(button('Close'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('R-IDET-23 a picture that was removed meanwhile leaves the last one that is there', async () => {
    await show(2, THREE.slice(0, 2));
    expect(at()).toBe('2 / 2');
  });
});

describe('the first three', () => {
  const names = () => screen.queryAllByRole('button').map((each) => each.getAttribute('aria-label'));

  test('R-IDET-19 none have no place, and up to three have no number of further ones', () => {
    const none = renderPart(<ImageGallery images={[]} name="Soap" />);
    expect(screen.queryByRole('group')).toBeNull();
    none.unmount();
    renderPart(<ImageGallery images={THREE} name="Soap" />);
    expect(names()).toEqual(['Open image 1 of 3', 'Open image 2 of 3', 'Open image 3 of 3']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('R-IDET-20 R-IDET-21 the fourth is counted, and a tap on the number opens it', async () => {
    renderPart(<ImageGallery images={[...THREE, image('d')]} name="Soap" />);
    expect(names()[3]).toBe('Open 1 more');
    expect(button('Open 1 more').textContent).toBe('+1');
    await userEvent.click(button('Open 1 more'));
    await screen.findByRole('dialog', { name: 'Images of Soap' });
    expect(at()).toBe('4 / 4');
    await userEvent.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(button('Open image 2 of 4'));
    await screen.findByRole('dialog', { name: 'Images of Soap' });
    expect(at()).toBe('2 / 4');
  });
});

describe('a thumbnail', () => {
  const show = (shown: ShownImage, fallback?: string) =>
    renderPart(<Picture {...{ image: shown, alt: 'Soap', fallback }} />);
  const signs = () =>
    screen.queryAllByRole('img').map((sign) => sign.getAttribute('alt') ?? sign.getAttribute('aria-label'));

  test.each([
    ['stored', ['Soap']],
    ['waiting', ['Soap', 'Waiting to be sent']],
    ['elsewhere', ['Soap', 'Waiting to be sent']],
    ['refused', ['Soap', 'Not accepted']],
    ['reading', []],
  ] as const)('M14 of a file that is %s shows %j', (state, shown) => {
    show(image('a', { state }));
    expect(signs()).toEqual(shown);
  });

  test('a file that cannot be loaded gives way to an icon, or to what stands for it', () => {
    const { container, unmount } = show(image('a'));
    fireEvent.error(within(container).getByRole('img'));
    expect([signs(), container.querySelectorAll('svg').length]).toEqual([[], 1]);
    unmount();
    show(image('a', { state: 'reading' }), 'SO');
    expect(screen.getByText('SO')).toBeTruthy();
  });
});
