import { Fragment } from 'react'
import type { Token, Tokens } from 'marked'
import type { legalDocument } from '#app/web/public/legal/legal-document.server.ts'

/** A document to read and print: text 640 px wide, with the table of contents beside it on a wide screen. */
export function LegalView({
  title,
  lastUpdated,
  version,
  summary,
  sections,
}: Awaited<ReturnType<typeof legalDocument>>) {
  return (
    <div className="container legal">
      <header className="legal-text stack stack-8">
        <h1 className="text-h1">{title}</h1>
        <p className="text-muted">{`Last updated ${lastUpdated}`}</p>
        <div className="text-body">
          <Markdown tokens={summary} />
          {version && <p className="text-muted">{`Version ${version}, in force from ${lastUpdated}`}</p>}
        </div>
      </header>
      <nav className="legal-contents" aria-label="Contents">
        <p className="text-h3">Contents</p>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {sections.map((section) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-heading`}>
            <h2 className="text-h2" id={`${section.id}-heading`}>
              {section.heading}
            </h2>
            <Markdown tokens={section.body} />
          </section>
        ))}
      </div>
    </div>
  )
}

/** What the documents use of Markdown: paragraphs, lists, strong text and links. */
function Markdown({ tokens }: { tokens: Token[] | undefined }) {
  return tokens?.map((token, index) => <Fragment key={index}>{elementOf(token)}</Fragment>)
}

function elementOf(token: Token) {
  const children = <Markdown tokens={'tokens' in token ? token.tokens : undefined} />
  switch (token.type) {
    case 'space':
      return null
    case 'paragraph':
      return <p>{children}</p>
    case 'list': {
      const items = (token as Tokens.List).items.map((item, index) => (
        <li key={index}>
          <Markdown tokens={item.tokens} />
        </li>
      ))
      return (token as Tokens.List).ordered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    case 'strong':
      return <strong>{children}</strong>
    case 'link':
      return <a href={(token as Tokens.Link).href}>{children}</a>
    case 'text':
      return 'tokens' in token ? children : (token as Tokens.Text).text.replaceAll('\n', ' ')
    default:
      throw new Error(`the documents have no element for ${token.type}`)
  }
}
