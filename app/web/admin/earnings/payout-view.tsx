import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { PrefixField, TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Tracker } from '#app/ui/tracker.tsx'
import type { PayoutAnswer } from '#app/web/admin/earnings/payout-actions.server.ts'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import type { Ask, PayoutPage } from './payout-page.ts'

type Props = { page: PayoutPage; answer: PayoutAnswer | null }

/** One payout beside the list: its amounts, approvals, status and actions. */
export function PayoutView({ page, answer }: Props) {
  return (
    <WorkPanel
      label={page.title}
      leading={<Avatar name={page.name} src={page.avatar} size={48} />}
      title={<span className="money">{page.net}</span>}
      note={page.title}
      closeHref={page.closeHref}
    >
      <p>
        <Chip tone={page.chip.tone} icon={page.chip.icon} small>
          {page.chip.text}
        </Chip>
      </p>
      {page.notice && (
        <Banner tone={page.notice.tone} title={page.notice.title}>
          {page.notice.text}
        </Banner>
      )}
      <Card as="section" aria-labelledby="adds-up">
        <div className="row row-between payout-heading">
          <h3 className="text-h3" id="adds-up">
            Amounts
          </h3>
          <a className="link" href={page.ledgerHref}>
            Ledger
          </a>
        </div>
        <div className="payout-sums">
          <Receipt rows={page.sums} total={{ label: 'To send', value: page.net }} />
        </div>
      </Card>
      <Receipt rows={page.facts} />
      <section className="stack stack-8" aria-labelledby="steps">
        <h3 className="text-h3" id="steps">
          Approvals
        </h3>
        <Tracker steps={page.steps} />
      </section>
      <Actions page={page} />
      {page.ask && <AskDialog page={page} ask={page.ask} answer={answer} />}
    </WorkPanel>
  )
}

function Actions({ page }: { page: PayoutPage }) {
  const { may, askHref } = page
  if (!Object.values(may).some(Boolean)) return null
  return (
    <div className="work-panel-foot">
      {may.approve && (
        <LinkButton variant="primary" icon="check" href={askHref.approve}>
          {page.isFirstOfTwo ? 'Give first approval' : 'Approve and send'}
        </LinkButton>
      )}
      {may.retry && (
        <LinkButton variant="primary" icon="refresh-cw" href={askHref.retry}>
          Pay again
        </LinkButton>
      )}
      {may.release && <LinkButton href={askHref.release}>Release...</LinkButton>}
      {may.cancel && <LinkButton href={askHref.cancel}>Cancel payout...</LinkButton>}
    </div>
  )
}

const TEXTS: Record<Exclude<Ask, 'approve'>, { title: string; text: string; button: string; danger: boolean }> = {
  cancel: {
    title: 'Cancel this payout?',
    text: 'The full amount goes back to the creator\u2019s available earnings.',
    button: 'Cancel payout',
    danger: true,
  },
  retry: {
    title: 'Pay again?',
    text: 'We send the amount that is available now to the creator\u2019s current account. The failed payout does not change.',
    button: 'Create new payout',
    danger: false,
  },
  release: {
    title: 'Release this payout?',
    text: 'We check with the gateway once more. If it never got this payout, the full amount goes back to the creator.',
    button: 'Check and release',
    danger: true,
  },
}

function AskDialog({ page, ask, answer }: Props & { ask: Ask }) {
  if (ask === 'approve') return <ApproveDialog page={page} answer={answer} />
  const { title, text, button, danger } = TEXTS[ask]
  return (
    <Dialog title={title} description={text} closeHref={page.here}>
      <form method="post" action={page.askHref[ask]} className="payout-acts">
        <input type="hidden" name="intent" value={ask} />
        <LinkButton href={page.here}>Go back</LinkButton>
        <Button variant={danger ? 'danger' : 'primary'}>{button}</Button>
      </form>
    </Dialog>
  )
}

function ApproveDialog({ page, answer }: Props) {
  const errors = answer?.errors ?? {}
  return (
    <Dialog
      title={page.isFirstOfTwo ? `Approve ${page.net} to ${page.name}?` : `Send ${page.net} to ${page.name}?`}
      description="Payouts to a wrong number can't be reversed."
      closeHref={page.here}
    >
      <form method="post" action={page.askHref.approve} className="stack stack-16" noValidate>
        <input type="hidden" name="intent" value="approve" />
        <ErrorSummary errors={Object.entries(errors).map(([fieldId, message]) => ({ fieldId, message }))} />
        <Card padded>
          <Receipt
            rows={[
              { label: 'To', value: page.account },
              ...(page.first ? [{ label: 'First approval', value: page.first }] : []),
              { label: 'You', value: page.first ? 'Second approval' : 'First approval' },
            ]}
          />
        </Card>
        <PrefixField
          label="Type the amount to confirm"
          name="amount"
          prefix="UGX"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          defaultValue={answer?.values.amount}
          error={errors.amount}
        />
        {page.asksCode && (
          <TextField
            label="Authenticator code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={30}
            error={errors.code}
          />
        )}
        <div className="payout-acts">
          <LinkButton href={page.here}>Go back</LinkButton>
          <Button variant="primary">{page.isFirstOfTwo ? 'Give first approval' : `Send ${page.net}`}</Button>
        </div>
      </form>
    </Dialog>
  )
}
