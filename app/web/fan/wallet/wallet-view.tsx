import { to } from '#app/links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph, ListRow } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import type { MovementRow } from './movement-row.ts'
import { type TopUpChoice, TopUpChoiceForm, WalletTerms } from './top-up-choice.tsx'

type WalletPage = {
  balance: string
  held: string | null
  covers: string | null
  /** Null while top-ups are off. */
  choice: TopUpChoice | null
  filter: 'all' | 'in' | 'out'
  rows: MovementRow[]
  newestHref: string | null
  olderHref: string | null
}

/** A fan's prepaid balance: the amount, top-ups, and the history. */
export function WalletView({ page }: { page: WalletPage }) {
  return (
    <div className="container wallet">
      <div>
        <h1 className="text-h1">Wallet</h1>
        <p className="text-muted">Balance</p>
        <p className="money wallet-balance">{page.balance}</p>
        {page.covers && <p className="text-secondary">{page.covers}</p>}
        {page.held && <p className="text-secondary">Reserved for open requests: {page.held}</p>}
      </div>
      <div className="wallet-columns">
        <section className="stack" aria-labelledby="top-up">
          <h2 className="text-h2" id="top-up">
            Top up
          </h2>
          {page.choice ? <TopUpChoiceForm choice={page.choice} /> : <TopUpsOff />}
          <WalletTerms />
        </section>
        <History page={page} />
      </div>
    </div>
  )
}

/** The owner has switched wallets off: no top-ups, and the balance stays. */
export function TopUpsOff() {
  return (
    <Banner tone="info" title="Top-ups are switched off">
      You can still spend your balance. Pay everything else by mobile money or card.
    </Banner>
  )
}

function History({ page }: { page: WalletPage }) {
  const { filter, rows } = page
  const segment = (name: WalletPage['filter'], label: string) => ({
    label,
    href: name === 'all' ? `${to.wallet}#history` : `${to.wallet}?show=${name}#history`,
    active: filter === name,
  })
  return (
    <section className="stack" aria-labelledby="history">
      <h2 className="text-h2" id="history">
        History
      </h2>
      <SegmentedLinks
        label="Show"
        segments={[segment('all', 'All'), segment('in', 'Money in'), segment('out', 'Money out')]}
      />
      {rows.length > 0 && <p className="text-caption">Times are EAT.</p>}
      {rows.length === 0 ? (
        <EmptyState compact icon="wallet" heading="h2" title="Nothing here yet">
          Your top-ups and payments appear here.
        </EmptyState>
      ) : (
        <Card rows as="ul" className="wallet-history">
          {rows.map((row) => (
            <li key={row.key}>
              <ListRow
                plain
                href={row.href}
                leading={<Glyph icon={row.icon} tone={row.tone} />}
                title={row.title}
                meta={row.meta}
                trailing={<span className={row.inward ? 'money wallet-in' : 'money'}>{row.sum}</span>}
              />
            </li>
          ))}
        </Card>
      )}
      {(page.newestHref || page.olderHref) && (
        <p className="row row-between">
          {page.newestHref ? (
            <LinkButton size="small" href={page.newestHref}>
              Newest
            </LinkButton>
          ) : (
            <span />
          )}
          {page.olderHref && (
            <LinkButton size="small" href={page.olderHref}>
              Older
            </LinkButton>
          )}
        </p>
      )}
    </section>
  )
}
