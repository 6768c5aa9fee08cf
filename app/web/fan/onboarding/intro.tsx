import { redirect } from 'react-router'
import { fanStepOf } from '#app/domain/identity/fan-onboarding.ts'
import { to, withQuery } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { FactRows, Glyph } from '#app/ui/card.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { publicMeta } from '#app/web/page-meta.ts'
import { planOf, stepPath } from '#app/web/fan/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/intro'

// Open to visitors until the email address is verified; members are redirected to their step.
export const handle = {
  audience: 'members',
  policy: { GET: 'everybody' },
  screen: { shell: 'focused', hydrate: false, backHref: to.home },
} satisfies RouteHandle

/** The first step is open to everyone. Old addresses name a step by its number. */
export function loader({ url, context }: Route.LoaderArgs) {
  const plan = planOf(url)
  const person = context.get(actorContext)
  const step = fanStepOf(url.searchParams.get('step'))
  if (step && step !== 'intro') {
    // A visitor who retries a payment started on the plans page, and continues there with the same plan.
    if (!person && step === 'plan' && plan) throw redirect(`${to.subscribe}?plan=${plan}`, 302)
    throw redirect(stepPath(person ? step : 'intro', plan), 302)
  }
  const next = person ? stepPath('setup', plan) : withQuery(to.fanOnboarding.email, { plan })
  return { next }
}

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(
    {
      title: 'Unlock full access',
      description: 'One pass opens every Peach: your name, your birthday and a plan, in three steps.',
      path: to.fanOnboarding.intro,
    },
    matches,
  )
}

export default function FanIntro({ loaderData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow wizard stack stack-24">
      <Glyph icon="lock-open" tone="locked" large />
      <div className="stack stack-8">
        <h1 className="text-h1">You’re About to Unlock Full Access</h1>
        <p className="text-lead">Three short steps: your name, your plan, done.</p>
      </div>
      <FactRows
        facts={[
          {
            icon: 'user-round',
            tone: 'accent',
            title: 'Your name and your birthday',
            meta: 'Creators see your display name only. Your birthday is never shown.',
          },
          {
            icon: 'smartphone',
            tone: 'success',
            title: 'Mobile money or card',
            meta: 'You approve with your own PIN. We never see it.',
          },
          {
            icon: 'clock',
            title: 'It ends by itself',
            meta: 'We remind you 3 days and 1 day before. No automatic charges.',
          },
        ]}
      />
      <StickyFoot note="Only for people who are 18 or older.">
        <LinkButton variant="primary" wide href={loaderData.next}>
          Continue
        </LinkButton>
      </StickyFoot>
    </div>
  )
}
