import type { ReactNode } from 'react'

type Line = { key: string; href: string; name: string; about: ReactNode; chip?: ReactNode; amount: string }

/** Accounts, entries or lines of an entry: a name with a line below, and an amount. Each leads to its page. */
export function BookLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="card-rows">
      {lines.map(({ key, href, name, about, chip, amount }) => (
        <li key={key}>
          <a className="earnings-line" href={href}>
            <span className="earnings-line-text">
              <span className="text-h3">{name}</span>
              <span className="text-muted">{about}</span>
            </span>
            {chip}
            <span className="money earnings-line-sum" translate="no">
              {amount}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
