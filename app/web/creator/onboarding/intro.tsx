import { listWorking } from '#app/domain/settings/features.ts'
import { redirect } from 'react-router'
import { CREATOR_FEE_DAYS } from '#app/domain/settings/constants.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { FactRows } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { publicMeta } from '#app/web/page-meta.ts'
import { IntroArt } from './intro-art.tsx'
import { memberOf, nextOf } from '#app/web/creator/onboarding/step.server.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/intro'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

// Open to visitors until the email address is verified; members are redirected to their step.
export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  screen: { shell: 'full', bottomBar: false, backHref: to.home },
} satisfies RouteHandle

/** The first step is open to everyone. Who has begun goes on at their current step, unless they came back from there. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = memberOf(context.get(actorContext))
  const [{ creatorFeeMinor, platformFeePercentage }, { begun, path: next }] = await Promise.all([
    settings(),
    person ? nextOf(person) : { begun: false, path: to.creatorOnboarding.email },
  ])
  const sent = !next.startsWith(`${to.creatorOnboarding.intro}/`) || next === to.creatorOnboarding.tour
  if (sent || (begun && !url.searchParams.has('back'))) throw redirect(next, 303)
  return {
    next,
    fee: formatMoney({ amountMinor: creatorFeeMinor, currency: 'UGX' }),
    days: CREATOR_FEE_DAYS,
    percentage: platformFeePercentage,
  }
}

const LEAD = `${listWorking(['Post', { text: 'chat', needs: 'chat' }, { text: 'take calls', needs: 'calls' }])} on your own page. Fans pay you by mobile money or card.`

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(
    {
      title: 'Become a Peach Creator',
      description: LEAD,
      path: to.creatorOnboarding.intro,
    },
    matches,
  )
}

export default function CreatorIntro({ loaderData }: Route.ComponentProps) {
  const { next, fee, percentage } = loaderData
  return (
    <div className="container container-narrow creator-intro stack stack-16">
      <IntroArt />
      <div className="stack stack-8">
        <h1 className="text-h1">Become a Peach Creator</h1>
        <p className="text-lead">{LEAD}</p>
      </div>
      <FactRows
        facts={[
          {
            icon: 'wallet',
            title: `You keep ${100 - percentage}%`,
            meta: `Our fee is ${percentage}% of what fans spend`,
          },
          { icon: 'calendar-days', title: `${fee} per week`, meta: 'Keeps you visible, starts at approval' },
          { icon: 'shield-check', title: 'We review you', meta: 'Usually within 1 hour, at most 48 hours' },
          { icon: 'banknote', title: 'Paid every Friday', meta: 'To your own MTN or Airtel number' },
        ]}
      />
      <StickyFoot
        note={
          <>
            18+ only. By continuing you accept the{' '}
            <a className="link" href={to.creatorVerification}>
              creator terms
            </a>
          </>
        }
      >
        <p className="intro-time text-secondary">
          <Icon name="clock" size={20} /> About 10 minutes. Have ready: your ID, a bill or statement with your address,
          a photo for your page, and paper for a selfie
        </p>
        <LinkButton variant="primary" wide href={next}>
          Let&apos;s Go
        </LinkButton>
      </StickyFoot>
    </div>
  )
}
