import { amountOf } from '#app/platform/exact-text.ts'
import { z } from 'zod'
import { findAccount, listAccounts } from '#app/domain/ledger/browse.server.ts'
import { CORRECTABLE, isCorrectable } from '#app/domain/reconciliation/correction.ts'
import { type ProposalRefusal, proposeCorrection } from '#app/domain/reconciliation/propose-correction.server.ts'
import { isId } from '#app/platform/id.ts'
import { unreachable } from '#app/platform/result.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AreaField, FieldGroup, SelectField, TextField } from '#app/ui/field.tsx'
import { SegmentedRadios } from '#app/ui/segmented.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { type FormRefused, invalidForm, parseForm, refuseForm, writtenText } from '#app/web/forms.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { accountName } from '../money-texts.ts'
import { CORRECTIONS } from './texts.ts'
import type { Route } from './+types/proposal'

export const handle = staffForm('Manual entry', 'reconciliation.view')

/** The accounts that may be corrected; `account` and `difference` of the address are chosen. */
export async function loader({ url }: Route.LoaderArgs) {
  const [account, difference] = ['account', 'difference'].map((name) => {
    const id = url.searchParams.get(name)
    return id !== null && isId(id) ? id : ''
  })
  const own = account ? await findAccount(account) : null
  const lists = await Promise.all(
    CORRECTABLE.filter((purpose) => purpose !== 'wallet').map((purpose) => listAccounts(purpose, { limit: 2 })),
  )
  const accounts = own && isCorrectable(own.purpose) && own.ownerId !== null ? [own, ...lists.flat()] : lists.flat()
  return {
    chosen: own?.id ?? '',
    difference: difference ?? '',
    accounts: accounts.map((one) => ({
      id: one.id,
      label: [accountName(one.purpose), one.owner, one.currency].filter(Boolean).join(', '),
    })),
  }
}

const text = z.string().max(2_000).default('')
const Form = z.object({
  account: text,
  side: z.enum(['debit', 'credit'], { error: 'Choose debit or credit' }),
  amount: text,
  reason: writtenText(1_000),
  difference: text,
})

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, Form)
  if (!form.ok) return invalidForm(form.errors, form.values)
  const { account, side, amount, reason, difference } = form.value
  const amountMinor = readAmount(amount)
  if (amountMinor === null) return invalidForm({ amount: 'Enter an amount in numbers, such as 5000' }, form.value)
  const proposed = await proposeCorrection(context.get(personContext), {
    accountId: account,
    side,
    amountMinor,
    reason,
    differenceId: difference === '' ? null : difference,
  })
  if (!proposed.ok) return refuseForm(refusalOf(proposed.refusal), form.value)
  return redirectWithToast(CORRECTIONS.item.page(proposed.value.correctionId), {
    title: 'Entry proposed',
    description: 'A second person must post it before anything is booked.',
  })
}

/** "5,000" or "4.99" in minor units; null if it is not an amount. */
function readAmount(typed: string): bigint | null {
  const parts = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amountOf(typed).replaceAll(',', ''))
  return parts ? BigInt(parts[1]!) * 100n + BigInt((parts[2] ?? '').padEnd(2, '0')) : null
}

function refusalOf(refusal: ProposalRefusal): FormRefused {
  switch (refusal.kind) {
    case 'not_permitted':
      return { status: 403, description: 'Your role does not include this.' }
    case 'account_not_correctable':
      return { status: 400, field: 'account', description: 'Choose an account from the list' }
    case 'amount_out_of_bounds': {
      const description = 'Enter an amount above zero, in whole shillings, or in dollars with cents'
      return { status: 400, field: 'amount', description }
    }
    case 'reason_too_short':
      return { status: 400, field: 'reason', description: 'Write the reason in a sentence. It stays with the entry' }
    case 'difference_not_open':
      return { status: 409, description: 'Status has changed: the difference is already explained or settled.' }
    default:
      return unreachable(refusal)
  }
}

/** The form for a manual entry: one account against Corrections. A second person posts it. */
export default function Proposal({ loaderData: form, actionData }: Route.ComponentProps) {
  const { error, value, field } = readAnswer(actionData)
  return (
    <WorkPanel
      title="Manual entry"
      note="The other side goes to Corrections. Nothing is booked until a second person posts it."
      closeHref={CORRECTIONS.path}
    >
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <input type="hidden" name="difference" value={value('difference', form.difference)} />
        <SelectField
          label="Account"
          {...field('account', form.chosen)}
          hint="You can’t correct earnings, payouts, passes or creator weeks here. Refund or reverse them instead."
        >
          <option value="">Choose an account</option>
          {form.accounts.map((account) => (
            <option key={account.id} value={account.id}>
              {account.label}
            </option>
          ))}
        </SelectField>
        <FieldGroup label="Side" name="side" error={error('side')}>
          <SegmentedRadios
            label="Side"
            name="side"
            defaultValue={value('side')}
            segments={[
              { value: 'debit', label: 'Debit' },
              { value: 'credit', label: 'Credit' },
            ]}
          />
        </FieldGroup>
        <TextField
          label="Amount"
          {...field('amount')}
          inputMode="decimal"
          autoComplete="off"
          hint="In the currency of the account. Shillings without decimals."
        />
        <AreaField label="Reason" {...field('reason')} limit={1_000} />
        <div className="decision-buttons">
          <LinkButton href={CORRECTIONS.path}>Cancel</LinkButton>
          <Button variant="primary">Propose entry</Button>
        </div>
      </form>
    </WorkPanel>
  )
}
