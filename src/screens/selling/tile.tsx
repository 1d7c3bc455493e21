import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { memo, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { counterAmount, counterFigure } from '../../ui/counter-amount.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import type { ItemImage } from '../../../domain/items/item-image.ts';
import { useShownImages } from '../../state/shown-images.ts';

/** A press of this length opens the quantity pad. A browser with its own event for a long press is quicker. */
const LONG_PRESS_MS = 550;
/** A finger that moves further than this scrolls. */
const STILL_PX = 10;

export interface TileActs {
  /** Adds one to the basket. */
  add: (item: Item) => void;
  /** Opens the pad for quantity and price. */
  ask: (item: Item) => void;
}

interface TileProps {
  item: Item;
  currency: string;
  /** How many are in the basket, in hundredths. */
  inBasketHundredths: number;
  acts: TileActs;
}

/** An item on the counter (R-CTR-03). A tap adds one; a long press, a right click or its own button asks how many. */
export const Tile = memo(function Tile({ item, currency, inBasketHundredths, acts }: TileProps) {
  const press = useLongPress(() => acts.ask(item));
  const price = counterAmount(item.priceMinor, currency);
  const figure = counterFigure(item.priceMinor);
  const stock = stockOf(item);
  const count = inBasketHundredths > 0 ? formatQuantity(inBasketHundredths) : null;
  return (
    <div className="k-tile" data-out={stock?.isOut || undefined}>
      <UnstyledButton
        className="k-tile-main"
        aria-label={[item.name, price, stock?.spoken, count && `${count} in the basket`].filter(Boolean).join(', ')}
        {...press.handlers}
        onClick={({ detail }) => {
          // A click from the keyboard has no press before it.
          if (detail === 0 || !press.wasLong()) acts.add(item);
        }}
      >
        <TilePicture item={item} />
        <Text component="span" className="k-tile-name">
          <bdi>{item.name}</bdi>
        </Text>
      </UnstyledButton>
      {/* Outside the button: its accessible name already says count, price and stock in words. */}
      {count !== null && (
        <span className="k-tile-count" aria-hidden>
          {count}
        </span>
      )}
      <span className="k-tile-foot" aria-hidden>
        <Text component="span" className="k-figures k-tile-price" data-long={figure.length > 10 || undefined}>
          {figure}
        </Text>
        {stock !== null && (
          <Text component="span" size="sm" c="dimmed" className="k-figures">
            {stock.text}
          </Text>
        )}
      </span>
      <ActionIcon className="k-tile-more" aria-label={`Quantity of ${item.name}`} onClick={() => acts.ask(item)}>
        <IconDots size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
});

/** The stock, or nothing for items whose stock is not tracked (C-089). */
function stockOf(item: Item): { text: string; spoken: string; isOut: boolean } | null {
  if (!tracksStock(item)) return null;
  if (item.currentStockHundredths <= 0) return { text: 'Out', spoken: 'Out of stock', isOut: true };
  const text = formatQuantity(item.currentStockHundredths);
  return { text, spoken: `${text} in stock`, isOut: false };
}

/** The item's first picture, or its first letters on the colour of its category. */
function TilePicture({ item }: { item: Item }) {
  const [first] = item.images;
  return (
    <span
      className="k-tile-picture k-tile-letters"
      data-hue={hueOf(item.category ?? '')}
      data-letters={lettersOf(item.name)}
      aria-hidden
    >
      {first !== undefined && <TileImage image={first} />}
    </span>
  );
}

/** The picture, over the letters. The letters are seen until it is loaded, and stay if this device lacks the file. */
function TileImage({ image }: { image: ItemImage }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const [shown] = useShownImages([image]);
  if (shown === undefined || shown.state === 'reading' || failedUrl === shown.thumbnailUrl) return null;
  const { thumbnailUrl } = shown;
  return <img src={thumbnailUrl} alt="" loading="lazy" draggable={false} onError={() => setFailedUrl(thumbnailUrl)} />;
}

const HUES = 12;

/** Returns the first letters of the first two words: 'S1' for 'Sugar 1 kg'. */
export function lettersOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word.replace(/^[^\p{L}\p{N}]+/u, '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** Returns the same number for every item of a category; 0 without one. */
export function hueOf(category: string): number {
  if (category === '') return 0;
  let sum = 0;
  for (const char of category.toLowerCase()) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 65_521;
  return 1 + (sum % HUES);
}

/** Handles a long press by touch (also in browsers without an event for it), a right click and the context-menu key. */
function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const isLong = useRef(false);
  const fire = () => {
    clearTimeout(timer.current);
    isLong.current = true;
    onLongPress();
  };
  const end = () => clearTimeout(timer.current);
  return {
    /** True if the click is the end of a long press, and must be ignored. */
    wasLong: () => isLong.current,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        isLong.current = false;
        clearTimeout(timer.current);
        start.current = { x: event.clientX, y: event.clientY };
        if (event.pointerType === 'touch') timer.current = setTimeout(fire, LONG_PRESS_MS);
      },
      onPointerMove: (event: PointerEvent) => {
        if (Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > STILL_PX) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      onContextMenu: (event: MouseEvent) => {
        event.preventDefault();
        if (!isLong.current) fire();
      },
    },
  };
}
