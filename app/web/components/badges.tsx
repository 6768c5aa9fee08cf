import { to } from '#app/links.ts'
import { Chip, type Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icon.tsx'

export type BadgeData = 'verified' | 'new' | 'top'

const BADGES: Readonly<Record<BadgeData, { label: string; tone: Tone; icon: IconName }>> = {
  verified: { label: 'Verified', tone: 'success', icon: 'badge-check' },
  top: { label: 'Top', tone: 'accent', icon: 'heart-handshake' },
  new: { label: 'New', tone: 'info', icon: 'sparkles' },
}

/** The badges of a creator, as one link to the page that states their rules. */
export function BadgeChips({ badges }: { badges: readonly BadgeData[] }) {
  if (badges.length === 0) return null
  return (
    <a className="badge-chips" href={to.badges}>
      {badges.map((badge) => (
        <Badge key={badge} badge={badge} />
      ))}
      <span className="visually-hidden">What the badges mean</span>
    </a>
  )
}

export function Badge({ badge }: { badge: BadgeData }) {
  const { label, tone, icon } = BADGES[badge]
  return (
    <Chip tone={tone} icon={icon}>
      {label}
    </Chip>
  )
}
