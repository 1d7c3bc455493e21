/** The whole CSS of a storefront. It is part of the HTML, so that the page needs one round trip. */
export const STORE_STYLE = `
:root { color-scheme: light dark; --text: #1f2933; --dim: #52606d; --page: #f8f9fa; --card: #fff; --line: #d3dae0; --main: #0b6e4f; --on-main: #fff; --bad: #b42318; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8ea; --dim: #a5b0ba; --page: #16191c; --card: #1f2428; --line: #3a4248; --main: #35b88a; --on-main: #06281c; --bad: #ff8a7a; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
main, header, footer { max-width: 40rem; margin: 0 auto; padding: 1rem; }
header { padding-bottom: 0; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.15rem; }
p { margin: .25rem 0; overflow-wrap: anywhere; white-space: pre-line; }
a { color: var(--main); }
.dim { color: var(--dim); }
.bad { color: var(--bad); font-weight: 600; }
.face { display: flex; gap: 1rem; align-items: center; }
.face img { flex: none; width: 72px; height: 72px; border-radius: 50%; object-fit: cover; }
.ways { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .5rem 0 0; padding: 0; list-style: none; }
.ways a { display: inline-block; padding: .6rem 0; }
.items { display: grid; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.item { display: grid; grid-template-columns: 88px 1fr; gap: .25rem .75rem; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
.item .shot { grid-row: span 2; width: 88px; height: 88px; border-radius: .375rem; object-fit: cover; background: var(--page); }
.item h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
.price { font-weight: 600; font-variant-numeric: tabular-nums; }
.amount { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
label { display: block; font-weight: 600; }
input, textarea, button, .button { font: inherit; min-height: 44px; border-radius: .375rem; }
input, textarea { width: 100%; padding: .5rem .75rem; border: 1px solid var(--dim); color: inherit; background: var(--card); }
textarea { min-height: 5rem; }
.amount label { font-weight: 400; }
.amount input { width: 6.5rem; }
button, .button { display: inline-block; padding: .6rem 1rem; border: 1px solid var(--main); color: var(--main); background: transparent; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.main { width: 100%; color: var(--on-main); background: var(--main); }
.search { display: flex; gap: .5rem; margin-top: 1rem; }
.search button { flex: none; }
.pages { display: flex; gap: .5rem; justify-content: space-between; align-items: center; }
.bar { position: sticky; bottom: 0; margin: 1rem -1rem -1rem; padding: .75rem 1rem; background: var(--page); border-top: 1px solid var(--line); }
.field { margin: 0 0 1rem; }
.note { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-left: .25rem solid var(--main); border-radius: .375rem; background: var(--card); }
.note.wrong { border-left-color: var(--bad); }
.total { display: flex; justify-content: space-between; gap: 1rem; margin: 1rem 0; font-size: 1.15rem; font-weight: 700; }
.lines { margin: 1rem 0; padding: 0; list-style: none; }
.lines li { display: grid; grid-template-columns: 1fr auto; gap: .25rem 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
.lines .amount, .lines .bad { grid-column: 1 / -1; }
.note strong { white-space: nowrap; }
.trap { position: absolute; left: -10000px; }
[aria-busy] button { opacity: .6; }
.plain { display: grid; align-content: center; gap: .5rem; min-height: 100vh; text-align: center; }
.plain p { margin: .25rem 0; }
[hidden] { display: none; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;
