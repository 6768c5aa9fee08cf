import {
  type BrowsedAccount,
  type BrowsedEntry,
  findAccount,
  listAccounts,
  listEntries,
  listEntryKinds,
  sumAccounts,
} from '#app/domain/ledger/browse.server.ts'
import { CHART } from '#app/domain/ledger/chart.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { isCorrectable } from '#app/domain/reconciliation/correction.ts'
import { toAdmin } from '#app/admin-links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { findCauses } from '#app/domain/support/find-causes.server.ts'
import { isId } from '#app/platform/id.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Panel } from '#app/web/admin/panel.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { BookLines } from './book-lines.tsx'
import { accountName, accountMeaning, moneyOf } from './money-texts.ts'
import type { Route } from './+types/ledger'

export const handle = { audience: 'staff', policy: { GET: 'staff:ledger.view' }, title: 'Ledger' } satisfies RouteHandle

const PAGE_SIZE = 50
const MAX_CAUSE = 80

export async function loader({ url }: Route.LoaderArgs) {
  const asked = readFilter(url.searchParams)
  const account = asked.account ? await findAccount(asked.account) : null
  const causeIds = asked.cause === '' ? null : await findCauses(asked.cause)
  const purpose = account?.purpose ?? asked.purpose
  const owned = purpose !== null && CHART[purpose as keyof typeof CHART].owner !== 'platform' && !account
  const [sums, kinds, accounts, entries] = await Promise.all([
    sumAccounts(),
    listEntryKinds(),
    purpose === null || account
      ? []
      : listAccounts(purpose, { after: owned ? asked.after : null, limit: PAGE_SIZE + 1 }),
    purpose !== null && !account
      ? []
      : listEntries(
          { ...asked, causeIds, accountId: account?.id ?? null },
          { before: asked.before, limit: PAGE_SIZE + 1 },
        ),
  ])
  return {
    sums: sums.map(({ purpose: summed, currency, accounts: count, balanceMinor }) => ({
      key: `${summed} ${currency}`,
      href: `${toAdmin.ledger}?purpose=${summed}`,
      name: accountName(summed),
      about: count === 1 ? accountMeaning(summed) : `${count} accounts, ${accountMeaning(summed)}`,
      amount: formatMoney(moneyOf(balanceMinor, currency)),
    })),
    kinds,
    filter: { kind: asked.kind ?? '', cause: asked.cause, day: asked.day ?? '', account: account?.id ?? '' },
    account: account && {
      ...accountRow(account),
      description: accountMeaning(account.purpose),
      correctHref: isCorrectable(account.purpose) ? `${toAdmin.correctionProposal}?account=${account.id}` : null,
    },
    purpose: account || purpose === null ? null : { name: accountName(purpose), description: accountMeaning(purpose) },
    accounts: accounts.slice(0, PAGE_SIZE).map(accountRow),
    entries: entries.slice(0, PAGE_SIZE).map(entryRow),
    older: nextPage(url.searchParams, 'before', entries),
    further: nextPage(url.searchParams, 'after', accounts),
  }
}

/** The filters in the address. Invalid values are ignored. */
function readFilter(query: URLSearchParams) {
  const value = (name: string) => (query.get(name) ?? '').trim()
  const id = (name: string) => (isId(value(name)) ? value(name) : null)
  return {
    account: id('account'),
    cause: value('cause').slice(0, MAX_CAUSE),
    before: id('before'),
    after: id('after'),
    purpose: Object.hasOwn(CHART, value('purpose')) ? value('purpose') : null,
    kind: /^[a-z_]{1,60}$/.test(value('kind')) ? value('kind') : null,
    day: isDay(value('day')) ? value('day') : null,
  }
}

function isDay(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

function nextPage(query: URLSearchParams, name: string, rows: readonly { id: string }[]): string | null {
  if (rows.length <= PAGE_SIZE) return null
  const next = new URLSearchParams(query)
  next.set(name, rows[PAGE_SIZE - 1]!.id)
  return `${toAdmin.ledger}?${next}`
}

function accountRow(account: BrowsedAccount) {
  return {
    id: account.id,
    href: `${toAdmin.ledger}?account=${account.id}`,
    name: accountName(account.purpose),
    owner: account.ownerId === null ? null : (account.owner ?? `Account ${account.ownerId.slice(-8)}`),
    currency: account.currency,
    balance: formatMoney(moneyOf(account.balanceMinor, account.currency)),
  }
}

function entryRow(entry: BrowsedEntry) {
  return {
    id: entry.id,
    href: toAdmin.ledgerEntry(entry.id),
    kind: accountName(entry.kind),
    cause: `${accountName(entry.causeKind)} ${entry.causeId.slice(-8)}`,
    at: entry.happenedAt.toISOString(),
    when: showDateTime(entry.happenedAt),
    reversed: entry.reversed,
    amounts: entry.amounts.map(({ currency, amountMinor }) => formatMoney(moneyOf(BigInt(amountMinor), currency))),
  }
}

type Page = Route.ComponentProps['loaderData']

/** The ledger: its accounts, and entries by account, kind, cause and day. Debits are positive, credits negative. */
export default function Ledger({ loaderData: page }: Route.ComponentProps) {
  const { account, purpose } = page
  return (
    <>
      <div className="admin-heading">
        <div>
          <h1 className="text-h1-small">{account ? account.name : (purpose?.name ?? 'Ledger')}</h1>
          <p className="text-secondary">
            {account
              ? describe(account)
              : (purpose?.description ?? 'Debits are positive, credits negative. Nothing here can be edited.')}
          </p>
        </div>
        <div className="row row-wrap">
          {account && (
            <p className="money money-large" translate="no">
              {account.balance}
            </p>
          )}
          {account?.correctHref && (
            <LinkButton href={account.correctHref} size="small">
              Correct...
            </LinkButton>
          )}
          {(account || purpose) && (
            <LinkButton href={toAdmin.ledger} size="small" icon="arrow-left">
              All accounts
            </LinkButton>
          )}
        </div>
      </div>
      {purpose ? (
        <Accounts page={page} />
      ) : (
        <div className={account ? undefined : 'earnings-columns'}>
          <section className="stack stack-8" aria-label="Entries">
            <Filter page={page} />
            <Entries page={page} />
          </section>
          {!account && <Sums page={page} />}
        </div>
      )}
    </>
  )
}

function describe(account: NonNullable<Page['account']>): string {
  return [account.description, account.owner && `of ${account.owner}`, account.currency].filter(Boolean).join(', ')
}

function Sums({ page }: { page: Page }) {
  return (
    <Panel id="accounts" title="Accounts">
      <BookLines lines={page.sums} />
    </Panel>
  )
}

function Accounts({ page }: { page: Page }) {
  if (page.accounts.length === 0) return <EmptyState compact icon="wallet" title="No accounts yet" />
  return (
    <>
      <Card>
        <BookLines
          lines={page.accounts.map(({ id, href, owner, name, currency, balance }) => ({
            key: id,
            href,
            name: owner ?? name,
            about: currency,
            amount: balance,
          }))}
        />
      </Card>
      {page.further && <LinkButton href={page.further}>More accounts</LinkButton>}
    </>
  )
}

function Filter({ page }: { page: Page }) {
  const { filter } = page
  return (
    <form method="get" action={toAdmin.ledger} className="earnings-filter" role="search" aria-label="Find entries">
      {filter.account && <input type="hidden" name="account" value={filter.account} />}
      <SelectField label="Kind" name="kind" defaultValue={filter.kind}>
        <option value="">All kinds</option>
        {page.kinds.map((kind) => (
          <option key={kind} value={kind}>
            {accountName(kind)}
          </option>
        ))}
      </SelectField>
      <TextField label="Day" name="day" type="date" defaultValue={filter.day} />
      <TextField
        label="Reference or ID"
        name="cause"
        defaultValue={filter.cause}
        placeholder="PCH-7Q4D-K2M9, PO-1042"
      />
      <Button>Find entries</Button>
    </form>
  )
}

function Entries({ page }: { page: Page }) {
  if (page.entries.length === 0)
    return (
      <EmptyState compact icon="search" title="No entries">
        No entries match these filters.
      </EmptyState>
    )
  return (
    <>
      <Card>
        <BookLines
          lines={page.entries.map(({ id, href, kind, at, when, cause, reversed, amounts }) => ({
            key: id,
            href,
            name: kind,
            about: (
              <>
                <time dateTime={at}>{when}</time>, {cause}
              </>
            ),
            chip: reversed && <Chip small>Reversed</Chip>,
            amount: amounts.join(' and '),
          }))}
        />
      </Card>
      {page.older && <LinkButton href={page.older}>Older entries</LinkButton>}
    </>
  )
}
