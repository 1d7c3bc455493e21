import { html } from 'hono/html';
import type { Order, OrderStatus } from '../../domain/sales/order.ts';
import { formatQuantity } from '../../domain/quantity.ts';
import { formatDateTime } from '../../domain/time.ts';
import { contactWays, type Html, priceText, type PublicShop, shopFace, shopHeader } from './layout.ts';

/** The meaning of each status, for the visitor who ordered. */
const STATUS_SENTENCES: Readonly<Record<OrderStatus, { title: string; text: string }>> = {
  pending: { title: 'Order received', text: 'The shop has your order and will confirm it.' },
  confirmed: { title: 'Order confirmed', text: 'The shop has confirmed your order and is getting it ready.' },
  fulfilled: { title: 'Order completed', text: 'Your order was handed over. Thank you.' },
  cancelled: {
    title: 'Order cancelled',
    text: 'The shop has cancelled this order. Please ask the shop if that surprises you.',
  },
};

/** Renders the HTML page for a link that names no order of this shop. */
export const noOrderPage = (shop: PublicShop): Html =>
  html`${shopHeader(shop)}
    <main>
      <h2>Order not found</h2>
      <p class="note">This link belongs to no order of this shop. Please check that it is whole, or ask the shop.</p>
      <p><a class="button" href="/${shop.slug}">Back to the shop</a></p>
    </main>`;

/** Renders the HTML page of an order, for anybody with its link (G32): status, lines and the shop's contacts (G33). */
export function orderPage(shop: PublicShop, order: Order): Html {
  const { title, text } = STATUS_SENTENCES[order.status];
  const isOpen = order.status === 'pending' || order.status === 'confirmed';
  return html`${shopFace(shop)}
    <main data-ordered="${order.id}">
      <h2>${title}</h2>
      <div class="note${order.status === 'cancelled' && ' wrong'}">
        <p>${text}</p>
        <p>Order number: <strong>${order.orderNumber}</strong></p>
        <p class="dim">${formatDateTime(order.createdAtMs, shop.timeZone)}</p>
      </div>
      <ul class="lines">
        ${order.lines.map(
          (line) =>
            html`<li>
              <span
                ><bdi>${line.itemName}</bdi> ×
                ${formatQuantity(line.quantityHundredths)}${typeof line.itemUnit === 'string' && html` <bdi>${line.itemUnit}</bdi>`}</span
              >
              <span class="price">${priceText(line.totalMinor, order.currency)}</span>
            </li>`,
        )}
      </ul>
      <p class="total"><span>Total</span><span>${priceText(order.totalMinor, order.currency)}</span></p>
      ${
        isOpen &&
        html`<p class="dim">
          You pay the shop when you receive your order. Keep this page's address to see how your order is doing.
        </p>`
      }
      <p><a class="button" href="/${shop.slug}">Back to the shop</a></p>
      <h2>${isOpen ? 'Change or cancel?' : 'Questions?'}</h2>
      <p>Please call or write to the shop and say the order number.</p>
      ${contactWays(shop)}
    </main>`;
}
