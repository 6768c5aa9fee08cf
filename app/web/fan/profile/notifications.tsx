import { useNavigation } from 'react-router'
import { chooseNotifications } from '#app/domain/notifications/choose-notifications.server.ts'
import { mandatoryFor } from '#app/domain/events/registry.ts'
import { CHANNELS, MANDATORY, TOPICS } from '#app/domain/events/topics.ts'
import { choiceField } from '#app/domain/notifications/choices.ts'
import {
  findDigestChoice,
  findQuietHours,
  findSaleMailChoice,
  getsPush,
  listNotificationChoices,
} from '#app/domain/notifications/queries.server.ts'
import { SALE_MAIL_STEPS } from '#app/domain/notifications/sale-mails.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { pushSender } from '#app/gateways/push/push.server.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { Section } from '#app/ui/section.tsx'
import { SaveFoot } from '#app/ui/sticky-foot.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { readFieldNames, refuseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { DailySummaryForm } from './daily-summary-form.tsx'
import { PushSwitch } from './push-switch.tsx'
import { QuietHoursForm } from './quiet-hours-form.tsx'
import { SaleMailsForm } from './sale-mails-form.tsx'
import { PROFILE_TEXTS } from '../profile-texts.ts'
import { personContext } from '#app/web/context.server.ts'
import { memberForm } from '#app/web/page-handle.ts'
import profileStylesUrl from './profile.css?url'
import type { Route } from './+types/notifications'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: profileStylesUrl }]

export const handle = memberForm('Notifications', { shell: 'focused', backHref: to.profile })

export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const [choices, isOn, quietHours, digest, saleMail] = await Promise.all([
    listNotificationChoices(person),
    getsPush(person.sessionId),
    findQuietHours(person.id),
    findDigestChoice(person.id),
    findSaleMailChoice(person.id),
  ])
  return {
    choices,
    mandatory: mandatoryFor(person.userType),
    pushKey: pushSender()?.publicKey ?? null,
    getsPush: isOn,
    quietHours,
    digest,
    sales: person.userType === 'creator' ? salesOf(saleMail) : null,
  }
}

function salesOf(fromMinor: bigint | null) {
  const whole = (minor: bigint) => String(minor / 100n)
  return {
    from: fromMinor === null ? '' : whole(fromMinor),
    steps: SALE_MAIL_STEPS.map((amountMinor) => ({
      value: whole(amountMinor),
      text: `From ${formatMoney({ amountMinor, currency: 'UGX' })} on`,
    })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const ticked = await readFieldNames(request)
  try {
    await chooseNotifications(person, ticked)
  } catch (error) {
    log.error({ err: error }, 'notification choices could not be stored')
    return refuseForm({ ...PROFILE_TEXTS.failure, status: 503 })
  }
  return redirectWithToast(to.notificationChoices, PROFILE_TEXTS.choicesSaved)
}

const WAYS = { in_app: 'On Peach', email: 'Email', push: 'Phone alert' } as const

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="container container-narrow auth-column stack stack-16">
      <div className="stack stack-4">
        <h1 className="text-h1-small">Notifications</h1>
        <p className="text-secondary">
          Choose what we tell you, and where. Phone alerts and mail subjects show no names.
        </p>
      </div>
      <PushSwitch publicKey={loaderData.pushKey} isOn={loaderData.getsPush} />
      <QuietHoursForm hours={loaderData.quietHours} />
      <DailySummaryForm digest={loaderData.digest} />
      {loaderData.sales && <SaleMailsForm sales={loaderData.sales} />}
      <form method="post" className="stack stack-16">
        <FormErrorSummary answer={actionData} />
        <Card rows>
          {loaderData.choices.map((choice) => (
            <fieldset key={choice.kind} className="notification-choice">
              <legend className="text-h3">{TOPICS[choice.kind].label}</legend>
              <p className="text-muted">{TOPICS[choice.kind].description}</p>
              <div className="notification-ways">
                {CHANNELS.map((channel) => (
                  <CheckboxField
                    key={channel}
                    label={WAYS[channel]}
                    name={choiceField(choice.kind, channel)}
                    value="on"
                    defaultChecked={choice[channel].wanted}
                    disabled={choice[channel].always}
                    hint={choice[channel].always ? `Always sent. ${TOPICS[choice.kind].because}` : undefined}
                  />
                ))}
              </div>
            </fieldset>
          ))}
        </Card>
        <Section gap="stack-8" id="always-sent" title="Always sent" size="h3">
          <Card rows>
            {loaderData.mandatory.map((name) => (
              <div key={name} className="notification-choice">
                <p>{MANDATORY[name].label}</p>
                <p className="text-muted">{MANDATORY[name].because}</p>
              </div>
            ))}
          </Card>
        </Section>
        <SaveFoot pending={pending}>Save</SaveFoot>
      </form>
    </div>
  )
}
