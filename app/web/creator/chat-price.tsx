import { setChatChoices } from '#app/domain/creators/set-chat-choices.server.ts'
import { findChatChoices } from '#app/domain/creators/queries.server.ts'
import { formatMoney, splitFee } from '#app/domain/money/money.ts'
import { CHAT_RATES_MINOR } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, OptionField } from '#app/ui/choice.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readForm } from '#app/web/form-body.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/chat-price'

export const handle = creatorForm('Price of a message', { shell: 'focused', backHref: to.chat() })

const OFFERED = CHAT_RATES_MINOR.map((amountMinor) => ({
  value: (amountMinor / 100n).toString(),
  price: { amountMinor, currency: 'UGX' as const },
}))

export async function loader({ context }: Route.LoaderArgs) {
  const [choices, { platformFeePercentage }] = await Promise.all([
    findChatChoices(context.get(personContext).id),
    settings(),
  ])
  return {
    rate: choices === null ? '' : (choices.rateMinor / 100n).toString(),
    showsLastOnline: choices?.showsLastOnline ?? false,
    offered: OFFERED.map(({ value, price }) => ({
      value,
      label: formatMoney(price),
      earned: `You get ${formatMoney(splitFee(price, platformFeePercentage * 100).rest)}`,
    })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const rate = form.get('rate')
  const chosen = OFFERED.find(({ value }) => value === rate)
  if (!chosen) return invalidForm({ rate: 'Choose one of the prices' })
  const set = await setChatChoices(context.get(personContext), {
    rateMinor: BigInt(chosen.value) * 100n,
    showsLastOnline: form.get('last_online') === 'yes',
  })
  if (set.ok)
    return redirectWithToast(to.chat(), {
      title: 'Saved',
      description: 'Fans see it before they write the next message.',
    })
  return refuseForm({ status: 403, description: 'You can\u2019t change this now.' })
}

/** What a fan pays for each message. */
export default function ChatPrice({ loaderData, actionData }: Route.ComponentProps) {
  const { error } = readAnswer(actionData)
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Price of a message</h1>
        <p className="text-secondary">Fans pay it for each message they send you. You write free.</p>
      </div>
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <OptionField
          label="Per message"
          name="rate"
          options={loaderData.offered.map(({ value, label, earned }) => ({ value, title: label, description: earned }))}
          chosen={loaderData.rate}
          error={error('rate')}
        />
        <CheckboxField
          label="Show when I was last online"
          hint="Fans who write to you see it while you are offline"
          name="last_online"
          value="yes"
          defaultChecked={loaderData.showsLastOnline}
        />
        <Button variant="primary" wide>
          Save
        </Button>
        <p className="text-caption">Fans who agreed to a lower price are asked again before they pay more.</p>
      </form>
    </div>
  )
}
