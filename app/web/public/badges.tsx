import { BADGE_RULES } from '#app/domain/creators/badges.ts'
import { to } from '#app/links.ts'
import { Card } from '#app/ui/card.tsx'
import { Badge } from '#app/web/components/badges.tsx'
import { publicMeta } from '#app/web/page-meta.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/badges'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  cacheable: {},
  screen: { shell: 'full', hydrate: false, backHref: to.home },
} satisfies RouteHandle

const { newDays, topPercent, topDays, topMinFans } = BADGE_RULES

const RULES = [
  {
    badge: 'verified',
    rule: 'Our team has checked the identity document and a selfie of this creator, and that they are 18 or older. We check again every year; a creator whose check has expired has no badge.',
  },
  {
    badge: 'top',
    rule: `This creator is among the ${topPercent}% of creators whom the most fans paid within the last ${topDays} days, and at least ${topMinFans} did. A fan who tips, unlocks a post or subscribes to the creator counts once, however much they pay. We count every hour.`,
  },
  { badge: 'new', rule: `This creator has been on Peach for less than ${newDays} days.` },
] as const

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(
    { title: 'Badges', description: 'What the badges Verified, Top and New of a creator mean.', path: to.badges },
    matches,
  )
}

/** The rules of the badges. */
export default function Badges() {
  return (
    <div className="container container-narrow stack stack-16">
      <h1 className="text-h1">Badges</h1>
      <p className="text-secondary">Nobody can buy a badge. These are the rules.</p>
      {RULES.map(({ badge, rule }) => (
        <Card key={badge} as="section" padded className="stack stack-8">
          <h2>
            <Badge badge={badge} />
          </h2>
          <p className="text-body">{rule}</p>
        </Card>
      ))}
    </div>
  )
}
