import { findEntry } from '#app/domain/ledger/browse.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { toAdmin } from '#app/admin-links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { isId } from '#app/platform/id.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { BookLines } from './book-lines.tsx'
import { accountName, causeAddress, moneyOf } from './money-texts.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import type { Route } from './+types/entry'

export const handle = staffPage('Ledger entry', 'ledger.view')

export async function loader({ params }: Route.LoaderArgs) {
  const entry = orNotFound(isId(params.entryId) ? await findEntry(params.entryId) : null)
  return {
    kind: accountName(entry.kind),
    facts: [
      { label: 'Happened', value: showDateTime(entry.happenedAt) },
      { label: 'Recorded', value: showDateTime(entry.recordedAt) },
      { label: 'Cause', value: accountName(entry.causeKind) },
      { label: 'Cause ID', value: entry.causeId, copy: entry.causeId },
      { label: 'Key', value: entry.idempotencyKey, copy: entry.idempotencyKey },
    ],
    lines: entry.lines.map((line, index) => ({
      key: String(index),
      href: `${toAdmin.ledger}?account=${line.accountId}`,
      name: accountName(line.purpose),
      about: [line.amountMinor > 0n ? 'Debit' : 'Credit', line.owner].filter(Boolean).join(', '),
      amount: formatMoney(moneyOf(line.amountMinor, line.currency)),
    })),
    links: [
      {
        href: causeAddress(entry.causeKind, entry.causeId),
        label: `Open the ${accountName(entry.causeKind).toLowerCase()}`,
      },
      { href: `${toAdmin.ledger}?cause=${entry.causeId}`, label: 'All entries with this cause' },
      { href: entry.reverses && toAdmin.ledgerEntry(entry.reverses), label: 'Open the reversed entry' },
      { href: entry.reversedBy && toAdmin.ledgerEntry(entry.reversedBy), label: 'Open the reversing entry' },
    ].flatMap(({ href, label }) => (href ? [{ href, label }] : [])),
  }
}

export default function Entry({ loaderData }: Route.ComponentProps) {
  const { kind, facts, lines, links } = loaderData
  return (
    <>
      <div className="admin-heading">
        <h1 className="text-h1-small">{kind}</h1>
        <LinkButton href={toAdmin.ledger} size="small" icon="arrow-left">
          Ledger
        </LinkButton>
      </div>
      <div className="earnings-columns">
        <Card as="section" aria-label="Lines">
          <BookLines lines={lines} />
        </Card>
        <div className="stack stack-8">
          <Card className="earnings-facts" padded>
            <Receipt rows={facts} />
          </Card>
          <ul>
            {links.map((link) => (
              <li key={link.href}>
                <a className="link link-target" href={link.href}>
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}
