/**
 * A page with one message, written by hand: what renders the other pages asks the database who views them. Its sheet and its picture are
 * files of the build, which are served before anything is counted.
 */
export function plainPage(page: { title: string; heading: string; text: string; tryAgain: boolean }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(page.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/outage.css">
</head>
<body>
<main>
<img src="/favicon.svg" alt="">
<h1>${escape(page.heading)}</h1>
<p>${escape(page.text)}</p>
${page.tryAgain ? '<a href="">Try again</a>' : ''}
</main>
</body>
</html>
`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
