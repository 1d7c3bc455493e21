import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { memo, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { counterAmount, counterFigure } from '../../ui/counter-amount.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import type { ItemImage } from '../../../domain/items/item-image.ts';
import { useShownImages } from '../../state/shown-images.ts';

/** A finger that stays so long asks for the quantity pad; a browser that tells of a long press is quicker. */
const LONG_PRESS_MS = 550;
/** A finger that moved further scrolls. */
const STILL_PX = 10;

export interface TileActs {
  /** One more of it into the basket. */
  add: (item: Item) => void;
  /** How many, and at which price. */
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
  const price = counterAmount(item.priceMinor, item.currency || currency);
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
          // A click by a key ends no press.
          if (detail === 0 || !press.wasLong()) acts.add(item);
        }}
      >
        <TilePicture item={item} />
        <Text component="span" className="k-tile-name">
          <bdi>{item.name}</bdi>
        </Text>
      </UnstyledButton>
      {/* Beside the button, whose name says them in words: of what is written on it the name alone is what it is called. */}
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

/** Nothing for what is not counted (C-089). */
function stockOf(item: Item): { text: string; spoken: string; isOut: boolean } | null {
  if (!tracksStock(item)) return null;
  if (item.currentStockHundredths <= 0) return { text: 'Out', spoken: 'Out of stock', isOut: true };
  const text = formatQuantity(item.currentStockHundredths);
  return { text, spoken: `${text} in stock`, isOut: false };
}

/** Its first picture; else its first letters on a colour that follows from its category. */
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

/** Lies over the letters: they show through until it comes, and stay where its file is not here. */
function TileImage({ image }: { image: ItemImage }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const [shown] = useShownImages([image]);
  if (shown === undefined || shown.state === 'reading' || failedUrl === shown.thumbnailUrl) return null;
  const { thumbnailUrl } = shown;
  return <img src={thumbnailUrl} alt="" loading="lazy" draggable={false} onError={() => setFailedUrl(thumbnailUrl)} />;
}

const HUES = 12;

/** The first letters of the first two words: 'Sugar 1 kg' is 'S1'. */
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

/** The same for every item of a category; 0 without one. */
export function hueOf(category: string): number {
  if (category === '') return 0;
  let sum = 0;
  for (const char of category.toLowerCase()) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 65_521;
  return 1 + (sum % HUES);
}

/** A long press by touch, where the browser tells of none by itself; a right click and the context-menu key as well. */
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
    /** True when the click that ends a long press must be ignored. */
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
