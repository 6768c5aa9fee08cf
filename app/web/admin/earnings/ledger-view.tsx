import { to } from '#app/links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { accountName } from './money-texts.ts'

type AccountRow = { id: string; href: string; name: string; owner: string | null; currency: string; balance: string }
export type EntryRow = {
  id: string
  href: string
  kind: string
  cause: string
  at: string
  when: string
  reversed: boolean
  amounts: string[]
}
export type LedgerPage = {
  sums: { key: string; href: string; name: string; description: string; accounts: number; balance: string }[]
  kinds: string[]
  filter: { kind: string; cause: string; day: string; account: string }
  account: (AccountRow & { description: string; correctHref: string | null }) | null
  purpose: { name: string; description: string } | null
  accounts: AccountRow[]
  entries: EntryRow[]
  older: string | null
  further: string | null
}

/** The ledger: its accounts, and entries by account, kind, cause and day. Debits are positive, credits negative. */
export function LedgerView({ page }: { page: LedgerPage }) {
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
          {account && <p className="money money-large">{account.balance}</p>}
          {account?.correctHref && (
            <LinkButton href={account.correctHref} size="small">
              Correct...
            </LinkButton>
          )}
          {(account || purpose) && (
            <LinkButton href={to.admin.ledger} size="small" icon="arrow-left">
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

function describe(account: NonNullable<LedgerPage['account']>): string {
  return [account.description, account.owner && `of ${account.owner}`, account.currency].filter(Boolean).join(', ')
}

function Sums({ page }: { page: LedgerPage }) {
  return (
    <Card as="section" aria-labelledby="accounts">
      <div className="admin-panel-head">
        <h2 className="text-h2" id="accounts">
          Accounts
        </h2>
      </div>
      <ul className="card-rows">
        {page.sums.map((sum) => (
          <li key={sum.key}>
            <a className="earnings-line" href={sum.href}>
              <span className="earnings-line-text">
                <span className="text-h3">{sum.name}</span>
                <span className="text-muted">
                  {sum.accounts === 1 ? sum.description : `${sum.accounts} accounts, ${sum.description}`}
                </span>
              </span>
              <span className="money earnings-line-sum">{sum.balance}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Accounts({ page }: { page: LedgerPage }) {
  if (page.accounts.length === 0) return <EmptyState compact heading="h2" icon="wallet" title="No accounts yet" />
  return (
    <>
      <Card>
        <ul className="card-rows">
          {page.accounts.map((account) => (
            <li key={account.id}>
              <a className="earnings-line" href={account.href}>
                <span className="earnings-line-text">
                  <span className="text-h3">{account.owner ?? account.name}</span>
                  <span className="text-muted">{account.currency}</span>
                </span>
                <span className="money earnings-line-sum">{account.balance}</span>
              </a>
            </li>
          ))}
        </ul>
      </Card>
      {page.further && <LinkButton href={page.further}>More accounts</LinkButton>}
    </>
  )
}

function Filter({ page }: { page: LedgerPage }) {
  const { filter } = page
  return (
    <form method="get" action={to.admin.ledger} className="earnings-filter" role="search" aria-label="Find entries">
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
      <TextField label="Cause" name="cause" defaultValue={filter.cause} maxLength={36} placeholder="ID" />
      <Button>Find entries</Button>
    </form>
  )
}

function Entries({ page }: { page: LedgerPage }) {
  if (page.entries.length === 0)
    return (
      <EmptyState compact heading="h2" icon="search" title="No entries">
        No entries match these filters.
      </EmptyState>
    )
  return (
    <>
      <Card>
        <ul className="card-rows">
          {page.entries.map((entry) => (
            <li key={entry.id}>
              <a className="earnings-line" href={entry.href}>
                <span className="earnings-line-text">
                  <span className="text-h3">{entry.kind}</span>
                  <span className="text-muted">
                    <time dateTime={entry.at}>{entry.when}</time>, {entry.cause}
                  </span>
                </span>
                {entry.reversed && <Chip small>Reversed</Chip>}
                <span className="money earnings-line-sum">{entry.amounts.join(' and ')}</span>
              </a>
            </li>
          ))}
        </ul>
      </Card>
      {page.older && <LinkButton href={page.older}>Older entries</LinkButton>}
    </>
  )
}
