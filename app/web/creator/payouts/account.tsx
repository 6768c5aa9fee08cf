import { showDateTime } from '#app/platform/dates.ts'
import { useState } from 'react'
import { redirect, useNavigation } from 'react-router'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import { AccountForm, type AccountKind, destinationOf, maskedAccount } from '#app/domain/payouts/account.ts'
import { askPayoutAccount } from '#app/domain/payouts/ask-payout-account.server.ts'
import { listPayoutBanks } from '#app/domain/payouts/list-payout-banks.server.ts'
import { reasonText } from '#app/domain/payouts/failure.ts'
import { retryPayoutAccount } from '#app/domain/payouts/retry-payout-account.server.ts'
import { findLegalName } from '#app/domain/creators/queries.server.ts'
import { NETWORK_NAMES, networkOf, showMobileNumber } from '#app/domain/payments/mobile-network.ts'
import { findPayoutAccount, type PayoutAccount } from '#app/domain/payouts/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import payoutStylesUrl from '#app/web/creator/payouts/payouts.css?url'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { refusalOf } from './account-refusal.ts'
import type { Route } from './+types/account'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: payoutStylesUrl }]
export const handle = {
  audience: 'creators',
  // A new account counts only with the code that is mailed for it; nothing else confirms one that refused a payout.
  policy: { GET: 'signed_in', POST: { who: 'signed_in', fresh: { decisions: ['retry'] } } },
  title: 'Payout account',
  screen: { shell: 'full', tab: 'earnings', backHref: to.payouts },
} satisfies RouteHandle

/** A creator's payout account, and the form that changes it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const kind: AccountKind = url.searchParams.get('kind') === 'bank' ? 'bank' : 'mobile_money'
  const [account, asked, banks, { payoutFreezeHours }, legalName] = await Promise.all([
    findPayoutAccount(person.id),
    findPayoutAccount(person.id, 'asked'),
    kind === 'bank' ? listPayoutBanks() : [],
    settings(),
    findLegalName(person.id),
  ])
  const corrected = url.searchParams.has('correct') ? asked : null
  return {
    kind,
    banks,
    account: account && accountCard(account, now()),
    waitsForCode: asked && maskedAccount(asked),
    freezeHours: payoutFreezeHours,
    // What was typed comes back to be corrected; the name of the ID is what an account is expected to have.
    typed: corrected?.kind === kind ? typedOf(corrected) : { name: legalName ?? '' },
  }
}

/** An account as the form that named it. */
function typedOf({ kind, bankCode, number, accountName }: PayoutAccount): Record<string, string> {
  return kind === 'mobile_money'
    ? { network: bankCode, phone: showMobileNumber(number), name: accountName }
    : { bank: bankCode, account: number, name: accountName }
}

function accountCard(account: PayoutAccount, at: Date) {
  const frozen = account.usableFrom && account.usableFrom > at ? showDateTime(account.usableFrom) : null
  const state =
    account.nameCheck === 'refused'
      ? ({ tone: 'danger', icon: 'circle-x', text: 'Name not accepted' } as const)
      : account.refusedReason !== null
        ? ({ tone: 'danger', icon: 'circle-x', text: 'Payout failed' } as const)
        : account.nameCheck === 'waiting'
          ? ({ tone: 'warning', icon: 'hourglass', text: 'Name being checked' } as const)
          : frozen
            ? ({ tone: 'warning', icon: 'clock', text: 'Waiting' } as const)
            : ({ tone: 'success', icon: 'circle-check', text: 'Ready' } as const)
  return {
    to: maskedAccount(account),
    name: account.accountName,
    frozen,
    state,
    refused: account.nameCheck === 'refused',
    takesNothing: account.refusedReason === null ? null : reasonText(account.refusedReason),
  }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const person = context.get(personContext)
  if (url.pathname === toDashboard.retryPayoutAccount) return retryAccount(person)
  const form = await parseForm(request, AccountForm)
  if (!form.ok) return invalidForm(form.errors, form.values)
  const banks = form.value.kind === 'bank' ? await listPayoutBanks() : []
  const requested = destinationOf(form.value, banks)
  const values = { ...form.value }
  if (!requested) return refuseForm({ status: 400, field: 'bank', description: 'Choose your bank' }, values)
  const asked = await askPayoutAccount(person, requested)
  if (asked.ok) return redirect(toDashboard.confirmPayoutAccount, 303)
  return refuseForm(refusalOf(asked.refusal), values)
}

/** Sent by the button below an account that refused a payout. */
async function retryAccount(person: Person) {
  const retried = await retryPayoutAccount(person)
  if (retried.ok)
    return redirectWithToast(toDashboard.payoutAccount, {
      title: 'Payout account confirmed',
      description: 'We pay to it again on the next Friday.',
    })
  if (retried.refusal.kind === 'not_permitted') throw new Response('Not allowed', { status: 403 })
  return redirect(toDashboard.payoutAccount, 303)
}

export default function PayoutAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, waitsForCode, kind } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <DashboardTabs active="earnings" />
      <h1 className="text-h1">Payout account</h1>
      {account && <AccountCard account={account} />}
      {waitsForCode && (
        <Banner
          tone="info"
          title="One step left"
          action={
            <a className="link" href={toDashboard.confirmPayoutAccount}>
              Enter the code
            </a>
          }
        >
          {`Enter the code that we emailed you to confirm ${waitsForCode}.`}
        </Banner>
      )}
      <h2 className="text-h2">{account ? 'Change it' : 'Where do your earnings go?'}</h2>
      <SegmentedLinks
        label="Kind of account"
        segments={[
          {
            label: 'Mobile money',
            icon: 'smartphone',
            href: toDashboard.payoutAccount,
            active: kind === 'mobile_money',
          },
          { label: 'Bank', icon: 'banknote', href: `${toDashboard.payoutAccount}?kind=bank`, active: kind === 'bank' },
        ]}
      />
      <FormErrorSummary answer={actionData} />
      <DestinationForm page={loaderData} answer={actionData} />
      <p className="text-muted">
        {account
          ? `After a change we pay nothing for ${loaderData.freezeHours} hours and email you, so that a thief can’t take your earnings.`
          : 'We email you a code to confirm it. All payouts go to this account until you change it.'}
      </p>
    </div>
  )
}

type Page = Route.ComponentProps['loaderData']

function AccountCard({ account }: { account: NonNullable<Page['account']> }) {
  return (
    <Card padded as="section" aria-label="Your payout account">
      <div className="stack stack-8">
        <div className="row row-between row-wrap">
          <h2 className="text-h2">{account.to}</h2>
          <StatusChip status={account.state} />
        </div>
        <Receipt
          rows={[
            { label: 'Name on the account', value: account.name },
            ...(account.frozen ? [{ label: 'Payouts start', value: account.frozen }] : []),
          ]}
        />
        {account.takesNothing !== null && (
          <form method="post" action={toDashboard.retryPayoutAccount} className="stack stack-12">
            <p className="text-secondary">
              {`Your last payout failed. ${account.takesNothing} To be paid again, enter another account below or confirm that this one is right.`}
            </p>
            <Button>This account is right</Button>
          </form>
        )}
        {account.refused && (
          <p className="text-secondary">The name differs from your documents. Enter an account in your own name.</p>
        )}
      </div>
    </Card>
  )
}

type FormProps = { page: Page; answer: FormAnswer | undefined }
type FieldsProps = { field: (name: string) => { name: string; defaultValue: string; error: string | undefined } }

function DestinationForm({ page, answer }: FormProps) {
  const answered = readAnswer(answer)
  const field = (name: string) => answered.field(name, page.typed[name])
  const pending = useNavigation().state === 'submitting'
  const noBanks = page.kind === 'bank' && page.banks.length === 0
  return (
    <form
      method="post"
      action={withQuery(toDashboard.payoutAccount, { kind: page.kind === 'bank' && 'bank' })}
      className="stack stack-16"
      noValidate
    >
      <input type="hidden" name="kind" value={page.kind} />
      {page.kind === 'mobile_money' ? <WalletFields field={field} /> : <BankFields banks={page.banks} field={field} />}
      <TextField
        label="Name on the account"
        {...field('name')}
        limit={100}
        autoComplete="name"
        hint="Exactly as registered with your network or bank and on your ID."
      />
      <Button
        variant="primary"
        wide
        pending={pending}
        pendingLabel="Sending the code..."
        disabledReason={noBanks ? 'We can\u2019t load the list of banks now. Please try again later.' : null}
      >
        Continue
      </Button>
    </form>
  )
}

function WalletFields({ field }: FieldsProps) {
  const [phone, setPhone] = useState(field('phone').defaultValue)
  const network = networkOf(phone)
  return (
    <>
      <TextField
        label="Mobile money number"
        {...field('phone')}
        prefix="+256"
        inputMode="tel"
        autoComplete="tel-national"
        onInput={(event) => setPhone(event.currentTarget.value)}
      />
      <SelectField
        label="Network"
        {...field('network')}
        hint={network ? `Not ${NETWORK_NAMES[network]}? Choose your network.` : undefined}
      >
        <option value="">{network ? `${NETWORK_NAMES[network]}, by the number` : 'By the number'}</option>
        <option value="MTN">MTN</option>
        <option value="AIRTEL">Airtel</option>
      </SelectField>
    </>
  )
}

function BankFields({ banks, field }: FieldsProps & Pick<Page, 'banks'>) {
  return (
    <>
      <SelectField label="Bank" {...field('bank')}>
        <option value="">Choose</option>
        {banks.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label="Account number" {...field('account')} inputMode="numeric" />
    </>
  )
}
