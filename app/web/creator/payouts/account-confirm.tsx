import { codeOf } from '#app/platform/exact-text.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { CodeField } from '#app/ui/code-field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import type { Person } from '#app/domain/identity/actor.ts'
import { askPayoutAccount } from '#app/domain/payouts/ask-payout-account.server.ts'
import { ACCOUNT_CODE, wholeNumber } from '#app/domain/payouts/account.ts'
import { confirmPayoutAccount } from '#app/domain/payouts/confirm-payout-account.server.ts'
import { findPayoutAccount } from '#app/domain/payouts/queries.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { refusalOf } from './account-refusal.ts'
import type { Route } from './+types/account-confirm'

// The mailed code typed here is itself an identity proof.
export const handle = creatorForm('Confirm your payout account', { shell: 'focused', backHref: to.payouts })

/** Shows name and number once more in full, and asks for the mailed code. */
export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const asked = await findPayoutAccount(person.id, 'asked')
  if (!asked) throw redirect(toDashboard.payoutAccount, 303)
  return {
    email: person.email,
    accountId: asked.id,
    at: asked.bankName,
    number: wholeNumber(asked),
    name: asked.accountName,
    isWallet: asked.kind === 'mobile_money',
    correctHref: withQuery(toDashboard.payoutAccount, { kind: asked.kind, correct: 1 }),
  }
}

const ConfirmForm = z.object({
  account: z.string().max(40).default(''),
  mine: z.literal('on', 'Tick that the name and the number are right'),
  code: z
    .string()
    .max(40)
    .default('')
    .transform(codeOf)
    .refine((code) => /^\d{6}$/.test(code), 'Enter the 6 digits of the code'),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  if (url.searchParams.has('resend')) return resendCode(person)
  const form = await parseForm(request, ConfirmForm)
  if (!form.ok) return invalidForm(form.errors, { mine: form.values.mine ?? '' })
  const { account, code } = form.value
  const confirmed = await confirmPayoutAccount(person, { accountId: account, code })
  if (confirmed.ok)
    return redirectWithToast(toDashboard.payoutAccount, {
      title: confirmed.value.isChange ? 'Payout account changed' : 'Payout account set',
      description: confirmed.value.isChange
        ? `Payouts to it start from ${showDateTime(confirmed.value.usableFrom)}.`
        : 'We check the name once. Then we pay to it every Friday.',
    })
  switch (confirmed.refusal.kind) {
    case 'invalid_code':
      return refuseForm(
        {
          status: 400,
          field: 'code',
          description: 'This code is wrong or no longer valid. Check the newest email, or start over.',
        },
        { mine: 'on' },
      )
    case 'nothing_asked':
      return redirectWithToast(toDashboard.payoutAccount, {
        title: 'The code has expired',
        description: 'Please enter your account again.',
        tone: 'error',
      })
    case 'not_permitted':
      throw new Response('Not allowed', { status: 403 })
    default:
      return unreachable(confirmed.refusal)
  }
}

/** Asks for the same account once more: the newest code counts. */
async function resendCode(person: Person) {
  const asked = await findPayoutAccount(person.id, 'asked')
  if (!asked) return redirect(toDashboard.payoutAccount, 303)
  const { kind, bankCode, bankName, number, accountName } = asked
  const sent = await askPayoutAccount(person, { kind, bankCode, bankName, number, accountName })
  if (sent.ok)
    return redirectWithToast(toDashboard.confirmPayoutAccount, {
      title: 'New code sent',
      description: 'Only the newest code is valid.',
    })
  return refuseForm(refusalOf(sent.refusal))
}

export default function ConfirmPayoutAccount({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().state === 'submitting'
  const { error, value } = readAnswer(actionData)
  const { at, number, name, email, isWallet } = loaderData
  return (
    <div className="container container-narrow stack stack-24">
      <div className="stack stack-4">
        <h1 className="text-h1">Is this your account?</h1>
        <p className="text-secondary">Payouts to a wrong number can’t be reversed. Check every digit.</p>
      </div>
      <FormErrorSummary answer={actionData} />
      <Card padded>
        <Receipt
          rows={[
            { label: isWallet ? 'Network' : 'Bank', value: at },
            { label: isWallet ? 'Number' : 'Account number', value: number },
            { label: 'Name', value: name },
          ]}
        />
      </Card>
      <form method="post" className="stack stack-16" noValidate>
        <input type="hidden" name="account" value={loaderData.accountId} />
        <CheckboxField
          name="mine"
          required
          label="The name and the number are right, and the account is mine"
          defaultChecked={value('mine') === 'on'}
          error={error('mine')}
        />
        <CodeField label={`Code mailed to ${email}`} name="code" error={error('code')} />
        <Button variant="primary" wide pending={pending} pendingLabel="Confirming...">
          Use this account
        </Button>
      </form>
      <form method="post" action={`${toDashboard.confirmPayoutAccount}?resend`}>
        <Button wide>Send a new code</Button>
      </form>
      <LinkButton href={loaderData.correctHref} variant="quiet" wide>
        Correct it
      </LinkButton>
      <p className="text-muted">{`The code is valid ${ACCOUNT_CODE.minutes} minutes and works once.`}</p>
    </div>
  )
}
