import { html, raw } from 'hono/html';
import type { Html } from './layout.ts';
import { STORE_STYLE } from './store-style.ts';

/** Renders an HTML page without data of a shop: no image, no script, no database. */
function plainPage(title: string, text: string, more: Html | false = false): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="description" content="${text}" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>
          ${raw(STORE_STYLE)}
        </style>
      </head>
      <body>
        <main class="plain">
          <h1>${title}</h1>
          <p>${text}</p>
          ${more}
        </main>
      </body>
    </html> `;
}

/** Renders the page of an address without a shop (C-022). */
export const notFoundPage = (): Html =>
  plainPage('Page Not Found', 'There is no shop at this address. Please check the link.');

export interface FailedVisit {
  title: string;
  message: string;
  /** The shop's path. */
  path: string;
  /** The fields that were sent, as typed; null for a page that was only requested. */
  sent: URLSearchParams | null;
}

/**
 * Renders the page for a visitor whose request failed or met a busy server: a sentence, and a button that sends the
 * same fields again. However often one form is sent, it makes one order (G60).
 */
export const failurePage = ({ title, message, path, sent }: FailedVisit): Html =>
  plainPage(
    title,
    message,
    sent === null
      ? html`<p><a class="button" href="${path}">Try again</a></p>`
      : html`<form method="post" action="${path}">
          ${[...sent].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
          <p>What you typed is kept here.</p>
          <p><button type="submit" class="main">Try again</button></p>
        </form>`,
  );
