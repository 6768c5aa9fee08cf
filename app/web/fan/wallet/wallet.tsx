import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { now } from '#app/platform/clock.ts'
import {
  HISTORY_FILTERS,
  type HistoryFilter,
  listWalletMovements,
} from '#app/domain/purchases/wallet-history.server.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import { findPendingPayments, type PendingPayment } from '#app/domain/purchases/own-payments.server.ts'
import { USUAL_RATES } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { heldBalance, walletBalance } from '#app/domain/wallet/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import walletStylesUrl from '#app/web/fan/wallet/wallet.css?url'
import { movementRow, pendingRow } from './movement-row.ts'
import { topUpChoice } from '#app/web/fan/wallet/top-up-choice.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { memberPage } from '#app/web/page-handle.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph, ListRow } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Section } from '#app/ui/section.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import { TopUpChoiceForm, TopUpsOff, WalletTerms } from './top-up-choice.tsx'
import type { Route } from './+types/wallet'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: walletStylesUrl }]

export const handle = memberPage('Wallet', { shell: 'full', tab: 'profile', backHref: to.profile })

export async function loader({ url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const filter: HistoryFilter = HISTORY_FILTERS.find((known) => known === url.searchParams.get('show')) ?? 'all'
  const shows = filter === 'all' ? {} : { show: filter }
  const [balance, held, pending, { wallet: walletOn }, { shown, ...hrefs }] = await Promise.all([
    walletBalance(person.id),
    heldBalance(person.id),
    pendingTopUps(person.id),
    settings(),
    keysetPage(url, {
      limit: 20,
      read: (page) => listWalletMovements(person.id, { filter, ...page }),
      idOf: (movement) => movement.entryId,
      address: (before) => `${withQuery(to.wallet, { ...shows, before })}#history`,
    }),
  ])
  const at = now()
  return {
    balance: formatMoney(balance),
    held: held.amountMinor > 0n ? formatMoney(held) : null,
    covers: coversOf(balance.amountMinor),
    choice: walletOn ? topUpChoice(to.wallet, url, {}) : null,
    filter,
    pending: pending.length > 0 ? formatMoney(sumOf(pending)) : null,
    rows: [
      ...(filter === 'out' || url.searchParams.has('before') ? [] : pending.map((one) => pendingRow(one, at))),
      ...shown.map((movement) => movementRow(movement, at)),
    ],
    ...hrefs,
  }
}

/** Top-ups without an answer yet; a wallet is filled in shillings only. */
async function pendingTopUps(accountId: string): Promise<PendingPayment[]> {
  return (await findPendingPayments(accountId)).filter(({ facts }) => labelsOf(facts.kind).fillsWallet)
}

function sumOf(pending: readonly PendingPayment[]): Money {
  return { amountMinor: pending.reduce((sum, { price }) => sum + price.amountMinor, 0n), currency: 'UGX' }
}

/** "Covers 17 messages at the usual price"; null if it covers none. */
function coversOf(balanceMinor: bigint): string | null {
  const messages = balanceMinor / USUAL_RATES.messageMinor
  if (messages <= 0n) return null
  return `Covers ${messages} ${messages === 1n ? 'message' : 'messages'} at the usual price`
}

type WalletPage = Route.ComponentProps['loaderData']

/** A fan's prepaid balance: the amount, top-ups, and the history. */
export default function Wallet({ loaderData: page }: Route.ComponentProps) {
  return (
    <div className="container wallet">
      <div>
        <h1 className="text-h1">Wallet</h1>
        <p className="text-muted">Balance</p>
        <p className="money wallet-balance" translate="no">
          {page.balance}
        </p>
        {page.covers && <p className="text-secondary">{page.covers}</p>}
        {page.pending && <p className="text-secondary">Not confirmed yet: {page.pending}</p>}
        {page.held && <p className="text-secondary">Reserved for open requests: {page.held}</p>}
      </div>
      <div className="wallet-columns">
        <Section id="top-up" title="Top up">
          {page.choice ? <TopUpChoiceForm choice={page.choice} /> : <TopUpsOff />}
          <WalletTerms />
        </Section>
        <History page={page} />
      </div>
    </div>
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
    <Section id="history" title="History">
      <SegmentedLinks
        label="Show"
        segments={[segment('all', 'All'), segment('in', 'Money in'), segment('out', 'Money out')]}
      />
      {rows.length > 0 && <p className="text-caption">Times are EAT.</p>}
      {rows.length === 0 ? (
        <EmptyState compact icon="wallet" title="Nothing here yet">
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
                sum={<span className={row.inward ? 'money wallet-in' : 'money'}>{row.sum}</span>}
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
    </Section>
  )
}
