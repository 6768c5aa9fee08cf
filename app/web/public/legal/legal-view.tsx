import type { ReactNode } from 'react'

export type LegalSection = { id: string; heading: string; body: ReactNode }

type LegalViewProps = {
  title: string
  /** "21 Nov 2026" */
  lastUpdated: string
  /** One or two sentences above the first section. */
  summary: ReactNode
  sections: LegalSection[]
}

/** A document to read and print: text 640 px wide, with the table of contents beside it on a wide screen. */
export function LegalView({ title, lastUpdated, summary, sections }: LegalViewProps) {
  return (
    <div className="container legal">
      <header className="legal-text stack stack-8">
        <h1 className="text-h1">{title}</h1>
        <p className="text-muted">{`Last updated ${lastUpdated}`}</p>
        <div className="text-body">{summary}</div>
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
            {section.body}
          </section>
        ))}
      </div>
    </div>
  )
}
