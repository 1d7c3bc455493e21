/** What a stranger sees at an address where no shop is (C-022). Needs no script and nothing from the app. */
export const NOT_FOUND_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Page Not Found</title>
    <style>
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif; color: #1f2933; background: #f8f9fa; }
      main { padding: 1.5rem; text-align: center; }
      h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
      p { margin: 0; }
    </style>
  </head>
  <body>
    <main>
      <h1>Page Not Found</h1>
      <p>There is no shop at this address. Please check the link.</p>
    </main>
  </body>
</html>
`;
