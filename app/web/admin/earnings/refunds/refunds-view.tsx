import type { ReactNode } from 'react'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FilterChip, FilterChips, type Tone } from '#app/ui/chip.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import { joinClasses } from '#app/ui/join-classes.ts'
import { Workbench } from '#app/web/admin/workbench.tsx'
import { ReturnRow } from './return-row.tsx'

type Page = {
  filter: string
  filters: { name: string; count: number; active: boolean; href: string }[]
  rows: {
    id: string
    href: string
    open: boolean
    title: string
    about: string
    amount: string
    state: { text: string; tone: Tone; icon: IconName }
  }[]
  /** How many chargebacks need an answer; null for roles that can't see them. */
  chargebacks: number | null
  asking: boolean
  askHref: string
  here: string
}
type Answer = { error: string; field: string | null; values: Record<string, string> }

const NAMES: Record<string, string> = {
  open: 'To decide',
  sending: 'On the way',
  failed: 'Failed',
  done: 'Done',
  all: 'All',
}

/** The refunds by status; the open one is beside the list. */
export function RefundsView(props: { page: Page; answer: Answer | null; open: boolean; children: ReactNode }) {
  const { page, answer, open, children } = props
  return (
    <>
      <Workbench panel={open ? children : null}>
        <div className="row row-between row-wrap">
          <div>
            <h1 className="text-h1-small">Refunds</h1>
            <p className="text-muted">Refunds are sent within 24-48 hours</p>
          </div>
          <span className="row row-wrap">
            {page.chargebacks !== null && (
              <LinkButton href="/admin/earnings/chargebacks" icon="flag">
                Chargebacks <span className="filter-count">{page.chargebacks}</span>
              </LinkButton>
            )}
            <LinkButton href={page.askHref}>Request refund…</LinkButton>
          </span>
        </div>
        <FilterChips wrap="wide" label="Which refunds">
          {page.filters.map((one) => (
            <FilterChip key={one.name} href={one.href} active={one.active}>
              {NAMES[one.name]} <span className="filter-count">{one.count}</span>
            </FilterChip>
          ))}
        </FilterChips>
        <Rows rows={page.rows} filter={page.filter} />
      </Workbench>
      {(page.asking || answer) && <AskDialog page={page} answer={answer} />}
    </>
  )
}

function Rows({ rows, filter }: { rows: Page['rows']; filter: string }) {
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState icon="hand-coins" title="No refunds here" heading="h2" compact>
          {filter === 'open' ? 'All requests are decided.' : 'No refund has this status now.'}
        </EmptyState>
      </Card>
    )
  return (
    <Card rows as="ul">
      {rows.map((row) => (
        <li key={row.id} className={joinClasses(row.open && 'refund-row-open')}>
          <ReturnRow row={row} state={row.state} />
        </li>
      ))}
    </Card>
  )
}

function AskDialog({ page, answer }: { page: Page; answer: Answer | null }) {
  const wrong = (field: string) => (answer?.field === field ? answer.error : null)
  return (
    <Dialog title="Request refund" description="Another person decides about your request." closeHref={page.here}>
      <form method="post" action="/admin/earnings/refunds" className="stack stack-16" noValidate>
        {answer && <ErrorSummary errors={[{ fieldId: answer.field ?? undefined, message: answer.error }]} />}
        <TextField
          label="Payment reference"
          name="reference"
          maxLength={120}
          defaultValue={answer?.values.reference}
          error={wrong('reference')}
          hint="As on the receipt, for example PCH-7F2A-0931."
        />
        <AreaField
          label="What happened?"
          name="note"
          maxLength={500}
          defaultValue={answer?.values.note}
          error={wrong('note')}
        />
        <Button variant="primary" wide>
          Send request
        </Button>
      </form>
    </Dialog>
  )
}
