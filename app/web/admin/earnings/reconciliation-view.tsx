import { Form, useNavigation } from 'react-router'
import { to } from '#app/links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip, FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { CorrectionPart, Corrections } from './corrections-view.tsx'
import type { DifferenceRow, ReconciliationAnswer, ReconciliationPage } from './reconciliation-page.ts'

type ViewProps = { page: ReconciliationPage; answer: ReconciliationAnswer | null }

const FILTER_NAMES: Record<string, string> = { open: 'Open', explained: 'Explained', settled: 'Settled' }

/** Differences between our books and the gateway's: the latest checks, the differences, and what people did about them. */
export function ReconciliationView({ page, answer }: ViewProps) {
  return (
    <>
      <div className="admin-heading">
        <div>
          <h1 className="text-h1-small">Reconciliation</h1>
          <p className="text-secondary">Compared with the gateway every hour. All times Kampala (EAT).</p>
        </div>
        <LinkButton href={`${to.admin.reconciliation}?correct=new`} size="small">
          Manual entry...
        </LinkButton>
      </div>
      <Runs page={page} />
      {page.form && <CorrectionPart form={page.form} answer={answer?.form === 'propose' ? answer : null} />}
      <Corrections rows={page.corrections} />
      <section className="stack stack-8" aria-labelledby="differences">
        <h2 className="text-h2" id="differences">
          Differences
        </h2>
        <FilterChips label="Which differences">
          {page.filters.map((one) => (
            <FilterChip key={one.name} href={one.href} active={one.active}>
              {FILTER_NAMES[one.name]} <span className="filter-count">{one.count}</span>
            </FilterChip>
          ))}
        </FilterChips>
        {page.rows.length === 0 ? (
          <Card>
            <EmptyState compact heading="h2" icon="circle-check" title="No differences">
              {page.filter === 'open' ? 'All amounts are explained.' : 'No difference has this status.'}
            </EmptyState>
          </Card>
        ) : (
          <Card>
            <ul className="card-rows">
              {page.rows.map((row) => (
                <Difference key={row.id} row={row} answer={answer?.form === 'settle' ? answer : null} />
              ))}
            </ul>
          </Card>
        )}
        {page.further && <LinkButton href={page.further}>More differences</LinkButton>}
      </section>
    </>
  )
}

function Runs({ page }: { page: ReconciliationPage }) {
  return (
    <ul className="admin-stats earnings-looks">
      <li className="card card-tile">
        <div className="admin-stat">
          <span className="admin-stat-label">Unexplained</span>
          <span className="admin-stat-value admin-stat-value-money">
            {page.unexplained.length === 0 ? 'UGX\u00a00' : page.unexplained.join(', ')}
          </span>
          <span className="admin-stat-note">Gateway minus our books, open differences</span>
        </div>
      </li>
      {page.runs.map((run) => (
        <li className="card card-tile" key={run.what}>
          <div className="admin-stat">
            <span className="admin-stat-label">{run.what}</span>
            <span className="text-h3">{run.when ? <time dateTime={run.at!}>{run.when}</time> : 'Not checked yet'}</span>
            {run.failure && <span className="text-danger">Failed: {run.failure}</span>}
            <span className="admin-stat-note">
              {run.counts.map(({ name, count }) => `${name} ${count}`).join(', ')}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

const STATES = {
  open: { tone: 'warning', icon: 'clock', text: 'Open' },
  explained: { tone: 'success', icon: 'circle-check', text: 'Explained' },
  settled: { tone: 'info', icon: 'check', text: 'Settled' },
} as const

function Difference({ row, answer }: { row: DifferenceRow; answer: ReconciliationAnswer | null }) {
  const { tone, icon, text } = STATES[row.state]
  return (
    <li className="earnings-difference stack stack-8" id={`d-${row.id}`}>
      <div className="row row-between row-wrap row-top">
        <div>
          <h3 className="text-h3">{row.title}</h3>
          <p>{row.description}</p>
          <p className="text-muted">First seen {row.seen}</p>
        </div>
        <div className="row">
          {row.amount && <b className="money">{row.amount}</b>}
          <Chip small tone={tone} icon={icon}>
            {text}
          </Chip>
        </div>
      </div>
      {row.state === 'open' && <p className="text-secondary">{row.advice}</p>}
      {row.end && (
        <p className="text-secondary">
          {row.end}
          {row.note && `: ${row.note}`}
        </p>
      )}
      {row.settling && row.settleHref ? (
        <SettleForm row={row} answer={answer?.values.difference === row.id ? answer : null} />
      ) : (
        <div className="row row-wrap">
          {row.href && (
            <LinkButton size="small" href={row.href}>
              View details
            </LinkButton>
          )}
          {row.settleHref && (
            <LinkButton size="small" href={row.settleHref}>
              Settle...
            </LinkButton>
          )}
          {row.correctHref && (
            <LinkButton size="small" href={row.correctHref}>
              Correct...
            </LinkButton>
          )}
        </div>
      )}
    </li>
  )
}

function SettleForm({ row, answer }: { row: DifferenceRow; answer: ReconciliationAnswer | null }) {
  const navigation = useNavigation()
  const pending = navigation.state === 'submitting' && navigation.formData?.get('intent') === 'settle'
  return (
    <Form method="post" className="stack stack-8">
      <input type="hidden" name="intent" value="settle" />
      <input type="hidden" name="difference" value={row.id} />
      <AreaField
        label="What caused the difference?"
        name="note"
        maxLength={1_000}
        defaultValue={answer?.values.note}
        error={answer?.errors.note ?? answer?.errors.form}
        hint="This moves no money. It records that you found the cause."
      />
      <div className="row row-wrap">
        <Button size="small" variant="primary" pending={pending} pendingLabel="Settling...">
          Settle difference
        </Button>
        <LinkButton size="small" variant="quiet" href={to.admin.reconciliation}>
          Keep open
        </LinkButton>
      </div>
    </Form>
  )
}
