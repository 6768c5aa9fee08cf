// Markup as text, escaped by default.
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | null | undefined | false | readonly Piece[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function render(piece: Piece): string {
  if (piece instanceof Html) return piece.text
  if (piece === null || piece === undefined || piece === false) return ''
  if (typeof piece === 'object') return piece.map(render).join('')
  return String(piece).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.map((text, index) => text + render(pieces[index])).join(''))
}

/** `UGX 180,000` with a no-break space. */
export function money(currency: string, amount: number): string {
  return `${currency}\u00A0${amount.toLocaleString('en-US', { maximumFractionDigits: 2 })}`
}

export const STYLESHEET_PATH = '/v3/hosted/assets/checkout.css'

export function document(title: string, body: Html, head: Html = html``): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${STYLESHEET_PATH}" />
        ${head}
      </head>
      <body>
        <header class="banner"><strong>TEST — no real money</strong></header>
        ${body}
      </body>
    </html>`.text.replace(/\n\s+/g, '\n')
}
