import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { finishTour } from '#app/domain/applications/finish-tour.server.ts'
import { findApplicationOf, findFirstFigures } from '#app/domain/applications/queries.server.ts'
import { STANDARD_PRICES } from '#app/domain/applications/application.ts'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph, ListRow } from '#app/ui/card.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import { StepDots } from '#app/ui/progress.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { personContext } from '#app/web/context.server.ts'
import { applicationSent } from '#app/web/creator/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/tour'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = {
  audience: 'members',
  policy: { GET: { who: 'signed_in', gate: applicationSent }, POST: { who: 'signed_in', gate: applicationSent } },
  title: 'Your dashboard',
  screen: { shell: 'focused' },
} satisfies RouteHandle

const TIPS = ['earnings', 'feed', 'chat', 'goal'] as const
const TipNumber = z.coerce.number().int().min(1).max(TIPS.length).catch(1)

export async function loader({ url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const [application, figures, { platformFeePercentage }] = await Promise.all([
    findApplicationOf(person.id),
    findFirstFigures(person.id),
    settings(),
  ])
  const ugx = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
  return {
    tip: TipNumber.parse(url.searchParams.get('tip') ?? 1),
    earned: ugx(figures.earnedMinor),
    subscribers: figures.subscribers,
    posts: figures.posts,
    goal: ugx(application?.dailyGoalMinor ?? STANDARD_PRICES.goal),
    percentage: platformFeePercentage,
  }
}

/** Where the tour ends: the creator's page if it is visible, else the dashboard. */
export async function action({ context }: Route.ActionArgs) {
  const person = context.get(personContext)
  await finishTour(person)
  const creator = await findCreatorById(person.id)
  return redirect(creator?.visible ? to.creator(creator.username) : to.dashboard, 303)
}

type Tip = { icon: IconName; title: string; description: string; short: string }

function tipsOf({ goal, percentage }: Route.ComponentProps['loaderData']): Tip[] {
  return [
    {
      icon: 'wallet',
      title: 'Earnings',
      description: `See today’s earnings, the ${percentage}% fee and what you keep. We pay you every Friday.`,
      short: 'What you keep, every Friday',
    },
    {
      icon: 'images',
      title: 'Content feed',
      description:
        'Post photos, videos, voice and stories. Lock a post to sell it, or leave it open to your subscribers.',
      short: 'Post, lock and pin',
    },
    {
      icon: 'message-circle',
      title: 'Chat with fans',
      description: 'Fans pay for each message at your rate. Answer within 48 hours to keep your fans.',
      short: 'Each message pays you',
    },
    {
      icon: 'activity',
      title: 'Daily and weekly goal',
      description: `Your goal is ${goal} a day. Fans see how close you are. Your dashboard shows the week.`,
      short: `${goal} a day`,
    },
  ]
}

export default function CreatorTour({ loaderData }: Route.ComponentProps) {
  const { tip, earned, subscribers, posts } = loaderData
  const pending = useNavigation().state === 'submitting'
  const tips = tipsOf(loaderData)
  const shown = tips[tip - 1]!
  const last = tip === tips.length
  return (
    <div className="container container-narrow creator-wizard stack stack-16">
      <div className="row row-between">
        <h1 className="text-h1">Your dashboard</h1>
        <Form method="post">
          <Button variant="quiet" size="small">
            Skip Tour
          </Button>
        </Form>
      </div>
      <dl className="tour-figures">
        <Figure label="Earnings" value={earned} />
        <Figure label="Subscribers" value={String(subscribers)} />
        <Figure label="Posts" value={String(posts)} />
      </dl>
      <section className="card tour-tip" aria-labelledby="tip">
        <div className="row row-between">
          <Glyph icon={shown.icon} />
          <span className="text-muted">{`Tip ${tip} of ${tips.length}`}</span>
        </div>
        <h2 className="text-h2" id="tip">
          {shown.title}
        </h2>
        <p className="text-body">{shown.description}</p>
        <StepDots step={tip} of={tips.length} />
      </section>
      <Card rows>
        {tips.map((one, index) =>
          index === tip - 1 ? null : (
            <ListRow
              key={one.title}
              href={`?tip=${index + 1}`}
              leading={<Glyph icon={one.icon} tone="neutral" />}
              title={one.title}
              meta={one.short}
            />
          ),
        )}
      </Card>
      <StickyFoot>
        {last ? (
          <Form method="post">
            <Button variant="primary" wide pending={pending} pendingLabel="Opening...">
              Next
            </Button>
          </Form>
        ) : (
          <LinkButton variant="primary" wide href={`?tip=${tip + 1}`}>
            Next
          </LinkButton>
        )}
      </StickyFoot>
    </div>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="card">
      <dt>{label}</dt>
      <dd className="money" translate="no">
        {value}
      </dd>
    </div>
  )
}
