import { Form, useNavigation } from 'react-router'
import { to } from '#app/links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { AreaField, FieldGroup, SelectField, TextField } from '#app/ui/field.tsx'
import { SegmentedRadios } from '#app/ui/segmented.tsx'
import type { CorrectionForm, CorrectionRow, ReconciliationAnswer } from './reconciliation-page.ts'

const FIELDS = ['account', 'side', 'amount', 'reason'] as const

/** The form for a manual entry: one account against Corrections. A second person posts it. */
export function CorrectionPart({ form, answer }: { form: CorrectionForm; answer: ReconciliationAnswer | null }) {
  const navigation = useNavigation()
  const pending = navigation.state === 'submitting' && navigation.formData?.get('intent') === 'propose'
  const errors = answer?.errors ?? {}
  const values = answer?.values ?? {}
  return (
    <Card as="section" padded aria-labelledby="manual-entry">
      <Form method="post" className="stack stack-16">
        <div>
          <h2 className="text-h2" id="manual-entry">
            Manual entry
          </h2>
          <p className="text-secondary">
            The other side goes to Corrections. Nothing is booked until a second person posts it.
          </p>
        </div>
        {answer && (
          <ErrorSummary
            errors={[
              ...FIELDS.flatMap((field) => (errors[field] ? [{ fieldId: field, message: errors[field] }] : [])),
              ...(errors.form ? [{ message: errors.form }] : []),
            ]}
          />
        )}
        <input type="hidden" name="intent" value="propose" />
        <input type="hidden" name="difference" value={values.difference ?? form.difference} />
        <SelectField
          label="Account"
          name="account"
          defaultValue={values.account ?? form.chosen}
          error={errors.account}
          hint="You can’t correct earnings, payouts, passes or creator weeks here. Refund or reverse them instead."
        >
          <option value="">Choose an account</option>
          {form.accounts.map((account) => (
            <option key={account.id} value={account.id}>
              {account.label}
            </option>
          ))}
        </SelectField>
        <FieldGroup label="Side" name="side" error={errors.side}>
          <SegmentedRadios
            label="Side"
            name="side"
            defaultValue={values.side ?? ''}
            segments={[
              { value: 'debit', label: 'Debit' },
              { value: 'credit', label: 'Credit' },
            ]}
          />
        </FieldGroup>
        <TextField
          label="Amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={values.amount}
          error={errors.amount}
          hint="In the currency of the account. Shillings without decimals."
        />
        <AreaField label="Reason" name="reason" maxLength={1_000} defaultValue={values.reason} error={errors.reason} />
        <div className="row row-wrap">
          <Button variant="primary" pending={pending} pendingLabel="Proposing...">
            Propose entry
          </Button>
          <LinkButton variant="quiet" href={to.admin.reconciliation}>
            Cancel
          </LinkButton>
        </div>
      </Form>
    </Card>
  )
}

const STATES = {
  proposed: { tone: 'warning', icon: 'hourglass', text: 'Needs second person' },
  posted: { tone: 'success', icon: 'circle-check', text: 'Posted' },
  declined: { tone: 'neutral', icon: 'circle-x', text: 'Declined' },
} as const

/** Manual entries with the people who proposed and posted them; nothing if there are none. */
export function Corrections({ rows }: { rows: CorrectionRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className="stack stack-8" aria-labelledby="corrections">
      <h2 className="text-h2" id="corrections">
        Manual entries
      </h2>
      <Card>
        <ul className="card-rows">
          {rows.map((row) => (
            <Correction key={row.id} row={row} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function Correction({ row }: { row: CorrectionRow }) {
  const { tone, icon, text } = STATES[row.state]
  return (
    <li className="earnings-difference stack stack-8">
      <div className="row row-between row-wrap row-top">
        <div>
          <h3 className="text-h3">
            {row.side} {row.account}
          </h3>
          <p>{row.reason}</p>
          <p className="text-muted">Proposed by {row.proposed}</p>
          {row.decided && <p className="text-muted">Decided by {row.decided}</p>}
        </div>
        <div className="row">
          <b className="money">{row.amount}</b>
          <Chip small tone={tone} icon={icon}>
            {text}
          </Chip>
        </div>
      </div>
      {row.waitsFor && <p className="text-secondary">{row.waitsFor}</p>}
      <div className="row row-wrap">
        {row.mayPost && <Decide row={row} intent="post" />}
        {row.mayDecline && <Decide row={row} intent="decline" />}
        {row.entryHref && (
          <LinkButton size="small" href={row.entryHref}>
            Open entry
          </LinkButton>
        )}
      </div>
    </li>
  )
}

function Decide({ row, intent }: { row: CorrectionRow; intent: 'post' | 'decline' }) {
  const navigation = useNavigation()
  const { formData } = navigation
  const pending =
    navigation.state === 'submitting' && formData?.get('intent') === intent && formData.get('correction') === row.id
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="correction" value={row.id} />
      {intent === 'post' ? (
        <Button size="small" variant="primary" icon="check" pending={pending} pendingLabel="Posting...">
          Post {row.amount}
        </Button>
      ) : (
        <Button size="small" pending={pending} pendingLabel="Declining...">
          Decline
        </Button>
      )}
    </Form>
  )
}
