// A browser that is too old for the app (R-BROW-10) would show an empty page. The build writes this script into index.html,
// before the app (vite.config.ts), so that no request can fail between the page and its sentence. It uses only syntax of
// 2015: it looks for what came with the oldest browsers that are served, and listens for an app that cannot be parsed.
(function () {
  let isShown = false;

  const words = [
    ['h1', 'This browser is too old for Kaunta'],
    [
      'p',
      'On Android, update Chrome in the Play Store. On an iPhone, update iOS in Settings (15.4 or newer). On a computer, install the newest Chrome, Edge or Firefox.',
    ],
    ['p', 'What was saved on this device is still here: after the update Kaunta sends it.'],
    ['p', 'You only want to order from a shop? Its own page works in this browser too.'],
  ];

  function show() {
    const root = document.getElementById('root');
    // Where an app stands it was parsed: the error is of something else, an extension of the browser for example.
    if (isShown || !root || root.firstChild) return;
    isShown = true;
    root.style.display = 'none';
    const box = document.createElement('div');
    box.setAttribute('role', 'alert');
    box.style.cssText = 'max-width:30em;margin:0 auto;padding:24px;font:16px/1.5 sans-serif';
    for (let at = 0; at < words.length; at += 1) {
      const part = document.createElement(words[at][0]);
      part.appendChild(document.createTextNode(words[at][1]));
      box.appendChild(part);
    }
    document.body.insertBefore(box, root);
  }

  window.addEventListener('error', function (event) {
    if (/SyntaxError/.test(event.message)) show();
  });
  if (
    !('noModule' in document.createElement('script')) ||
    !('BroadcastChannel' in window) ||
    !('indexedDB' in window) ||
    !Object.hasOwn ||
    !Array.prototype.findLast
  )
    show();
})();
