import { CHART } from '#app/domain/ledger/chart.ts'
import {
  type BrowsedAccount,
  type BrowsedEntry,
  findAccount,
  listAccounts,
  listEntries,
  listEntryKinds,
  sumAccounts,
} from '#app/domain/ledger/browse.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { isCorrectable } from '#app/domain/reconciliation/correction.ts'
import { to } from '#app/links.ts'
import { isId } from '#app/platform/id.ts'
import { LedgerView, type EntryRow, type LedgerPage } from './ledger-view.tsx'
import { accountName, accountMeaning, moneyOf } from './money-texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/ledger'

export const handle = { audience: 'staff', policy: { GET: 'staff:ledger.view' }, title: 'Ledger' } satisfies RouteHandle

const PAGE_SIZE = 50

export async function loader({ url }: Route.LoaderArgs): Promise<LedgerPage> {
  const asked = readFilter(url.searchParams)
  const account = asked.account ? await findAccount(asked.account) : null
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
      : listEntries({ ...asked, accountId: account?.id ?? null }, { before: asked.before, limit: PAGE_SIZE + 1 }),
  ])
  return {
    sums: sums.map((sum) => ({
      key: `${sum.purpose} ${sum.currency}`,
      href: `${to.admin.ledger}?purpose=${sum.purpose}`,
      name: accountName(sum.purpose),
      description: accountMeaning(sum.purpose),
      accounts: sum.accounts,
      balance: formatMoney(moneyOf(sum.balanceMinor, sum.currency)),
    })),
    kinds,
    filter: { kind: asked.kind ?? '', cause: asked.causeId ?? '', day: asked.day ?? '', account: account?.id ?? '' },
    account: account && {
      ...accountRow(account),
      description: accountMeaning(account.purpose),
      correctHref: isCorrectable(account.purpose) ? `${to.admin.correctionProposal}?account=${account.id}` : null,
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
    causeId: id('cause'),
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
  return `${to.admin.ledger}?${next}`
}

function accountRow(account: BrowsedAccount) {
  return {
    id: account.id,
    href: `${to.admin.ledger}?account=${account.id}`,
    name: accountName(account.purpose),
    owner: account.ownerId === null ? null : (account.owner ?? `Account ${account.ownerId.slice(-8)}`),
    currency: account.currency,
    balance: formatMoney(moneyOf(account.balanceMinor, account.currency)),
  }
}

function entryRow(entry: BrowsedEntry): EntryRow {
  return {
    id: entry.id,
    href: to.admin.ledgerEntry(entry.id),
    kind: accountName(entry.kind),
    cause: `${accountName(entry.causeKind)} ${entry.causeId.slice(-8)}`,
    at: entry.happenedAt.toISOString(),
    when: showDateTime(entry.happenedAt),
    reversed: entry.reversed,
    amounts: entry.amounts.map(({ currency, amountMinor }) => formatMoney(moneyOf(BigInt(amountMinor), currency))),
  }
}

export default function Ledger({ loaderData }: Route.ComponentProps) {
  return <LedgerView page={loaderData} />
}
