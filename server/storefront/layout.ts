import { html, raw } from 'hono/html';
import { type Business, uploadedImage } from '../../domain/business.ts';
import type { ShopImage } from '../../domain/items/item-image.ts';
import { formatMoney, MINOR_PER_UNIT } from '../../domain/money.ts';
import { dialled } from '../../domain/text/phone.ts';
import { shortenedText } from '../../domain/text/shortened-text.ts';
import { socialLink } from '../../domain/text/social-link.ts';
import { PREVIEW_SIDE, previewUrl } from '../images/link-preview.ts';
import { STORE_STYLE } from './store-style.ts';

/** Search engines and messengers show no more of a description. */
const PREVIEW_CHARS_MAX = 200;

/** Text with its markup made harmless, as `html` gives it. */
export type Html = ReturnType<typeof html>;

/** Public fields of a shop. */
export type PublicShop = Pick<
  Business,
  | 'id'
  | 'name'
  | 'slug'
  | 'description'
  | 'phone'
  | 'address'
  | 'country'
  | 'currency'
  | 'timeZone'
  | 'profileImageUrl'
  | 'profileImage'
  | 'socialMediaX'
  | 'socialMediaInstagram'
  | 'socialMediaTiktok'
>;

export interface StorePage {
  shop: PublicShop;
  title: string;
  /** The origin of this server. Link previews need absolute URLs. */
  origin: string;
  /** False for pages of one visitor: search engines must not list them. */
  isIndexed: boolean;
  body: Html;
}

/** Renders a storefront's HTML page (C-022): one file, which works without a script and offers no installation. */
export function storePage({ shop, title, origin, isIndexed, body }: StorePage): Html {
  const about = shop.description ?? `Order from ${shop.name} online.`;
  const image = shownImage(shop);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${shortenedText(about, PREVIEW_CHARS_MAX)}" />
        ${isIndexed ? html`<link rel="canonical" href="${origin}/${shop.slug}" />` : html`<meta name="robots" content="noindex" />`}
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="${shop.name}" />
        <meta property="og:title" content="${shop.name}" />
        <meta property="og:description" content="${shortenedText(about, PREVIEW_CHARS_MAX)}" />
        <meta property="og:url" content="${origin}/${shop.slug}" />
        ${image && previewImage(`${origin}${previewUrl(image)}`)}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>
          ${raw(STORE_STYLE)}
        </style>
        <script src="/storefront.js" defer></script>
      </head>
      <body
        data-shop="${shop.name}"
        data-slug="${shop.slug}"
        data-currency="${shop.currency}"
        data-whatsapp="${whatsAppNumber(shop) ?? ''}"
      >
        ${body}
      </body>
    </html> `;
}

const previewImage = (url: string): Html =>
  html`<meta property="og:image" content="${url}" />
    <meta property="og:image:type" content="image/jpeg" />
    <meta property="og:image:width" content="${PREVIEW_SIDE}" />
    <meta property="og:image:height" content="${PREVIEW_SIDE}" />`;

/** Returns the shop's uploaded image; null until its file is stored. */
function shownImage(shop: PublicShop): ShopImage | null {
  const image = uploadedImage(shop);
  return image?.isStored === true ? image : null;
}

/** Renders only name and image, for pages whose first content is the visitor's. */
export const shopFace = (shop: PublicShop): Html => html`<header>${faceOf(shop)}</header>`;

/** Renders name, image, description, address and contacts. */
export const shopHeader = (shop: PublicShop): Html =>
  html`<header>
    ${faceOf(shop)} ${shop.description !== null && html`<p dir="auto">${shop.description}</p>`}
    <p class="dim" dir="auto">${shop.address}</p>
    ${contactWays(shop)}
  </header>`;

function faceOf(shop: PublicShop): Html {
  const image = shownImage(shop);
  return html`<div class="face">
    ${image && html`<img src="${image.thumbnailUrl}" alt="" width="72" height="72" />`}
    <h1 dir="auto"><a href="/${shop.slug}">${shop.name}</a></h1>
  </div>`;
}

/** Renders the shop's contacts. A note in place of a number is not linked (G46). */
export function contactWays(shop: PublicShop): Html {
  const phone = dialled(shop.phone, shop.country);
  const number = whatsAppNumber(shop);
  const networks = [
    ['X', socialLink('x', shop.socialMediaX ?? '')],
    ['Instagram', socialLink('instagram', shop.socialMediaInstagram ?? '')],
    ['TikTok', socialLink('tiktok', shop.socialMediaTiktok ?? '')],
  ] as const;
  return html`<ul class="ways" aria-label="Contact">
    ${phone && html`<li><a href="tel:${phone.dial}">Call ${shop.phone}</a></li>`}
    ${number !== null && html`<li><a href="https://wa.me/${number}" rel="noopener">WhatsApp</a></li>`}
    ${networks.map(([name, link]) => link !== null && html`<li><a href="${link}" rel="noopener nofollow">${name}</a></li>`)}
  </ul>`;
}

export const whatsAppNumber = (shop: Pick<PublicShop, 'phone' | 'country'>): string | null =>
  dialled(shop.phone, shop.country)?.fromAbroad ?? null;

/**
 * Renders the hidden note for an offline visitor: `purpose` must wait, the basket is not lost (M11). A script shows it.
 */
export function unreachableNote(shop: PublicShop, purpose: string): Html {
  const number = whatsAppNumber(shop);
  return html`<div class="note wrong" id="unreachable" role="alert" hidden>
    <p>You are offline. Connect to the internet to ${purpose}.</p>
    <p>Your basket is kept on this phone.</p>
    ${number !== null && html`<p><a class="button" data-send href="https://wa.me/${number}" rel="noopener">Send it on WhatsApp instead</a></p>`}
  </div>`;
}

/** Returns a price for visitors, without cents if there are none. */
export const priceText = (minor: number, currency: string): string =>
  formatMoney(minor, currency, minor % MINOR_PER_UNIT === 0 ? 0 : 2);
