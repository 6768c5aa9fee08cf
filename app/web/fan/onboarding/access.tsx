import { type Feature, workingOnly } from '#app/domain/settings/features.ts'
import { redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { chooseGoLiveAlerts } from '#app/domain/notifications/choose-go-live-alerts.server.ts'
import { listNotificationChoices } from '#app/domain/notifications/queries.server.ts'
import { showDate } from '#app/platform/dates.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { findNewestPass } from '#app/domain/subscriptions/queries.server.ts'
import { Card, Glyph } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { Chip, type Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import { StepProgress } from '#app/ui/progress.tsx'
import { SaveFoot } from '#app/ui/sticky-foot.tsx'
import { parseForm } from '#app/web/forms.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { fanStep, fanStepContext, stepPath } from '#app/web/fan/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/access'

export const handle = {
  audience: 'members',
  policy: { GET: { who: 'signed_in', gate: fanStep('access') }, POST: { who: 'signed_in', gate: fanStep('access') } },
  title: 'What You Now Have Access To',
  screen: { shell: 'focused' },
} satisfies RouteHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { person, onboarding, pass } = context.get(fanStepContext)
  const [{ meetUps }, choices, newest] = await Promise.all([
    settings(),
    listNotificationChoices(person),
    findNewestPass(person.id),
  ])
  const live = choices.find((choice) => choice.kind === 'creator_live')
  const word = newest ? 'Paid, active' : 'Active'
  return {
    active: pass?.endsAt ? `${word} until ${showDate(pass.endsAt)}` : word,
    meetUps,
    // At the first visit the box is ticked, as in the design; one tap unticks it.
    alerts: onboarding?.alertsChosenAt ? Boolean(live?.email.wanted || live?.push.wanted) : true,
  }
}

const AlertsForm = z.object({ alerts: z.literal('on').optional() })

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await parseForm(request, AlertsForm)
  await chooseGoLiveAlerts(person, form.ok && form.value.alerts === 'on')
  return redirect(stepPath('done'), 303)
}

const ITEMS: { text: string; icon: IconName; tone: Tone; needs?: Feature }[] = [
  { text: 'Unlocked profiles', icon: 'lock-open', tone: 'locked' },
  { text: 'Paid private chats', icon: 'message-circle', tone: 'accent', needs: 'chat' },
  { text: 'Live video calls', icon: 'video', tone: 'info', needs: 'calls' },
  { text: 'Tip and request voice notes', icon: 'mic', tone: 'success' },
  { text: 'Private meetups', icon: 'calendar-days', tone: 'neutral', needs: 'bookings' },
  { text: 'New peaches weekly', icon: 'sparkles', tone: 'accent' },
]

export default function FanAccess({ loaderData }: Route.ComponentProps) {
  const { active, meetUps, alerts } = loaderData
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="container container-narrow wizard">
      <form method="post" className="stack stack-16">
        <StepProgress step={3} of={3} />
        <div>
          <Chip tone="success" icon="circle-check">
            {active}
          </Chip>
        </div>
        <h1 className="text-h1">What You Now Have Access To</h1>
        <Card rows as="ul">
          {workingOnly(ITEMS)
            .filter((item) => meetUps || item.needs !== 'bookings')
            .map((item) => (
              <li key={item.text} className="list-row">
                <Glyph icon={item.icon} tone={item.tone} />
                <span>{item.text}</span>
              </li>
            ))}
        </Card>
        <CheckboxField
          label="Alert me when a favorite creator goes live"
          hint="The alert shows no names."
          name="alerts"
          value="on"
          defaultChecked={alerts}
        />
        <SaveFoot pending={pending}>Continue</SaveFoot>
      </form>
    </div>
  )
}
