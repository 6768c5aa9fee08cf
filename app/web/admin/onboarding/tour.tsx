import { Form, redirect, useNavigation } from 'react-router'
import { finishTour } from '#app/domain/staff/finish-tour.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { to } from '#app/links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip, type Tone } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import { StepDots } from '#app/ui/progress.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { SetupFrame } from './frame.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/tour'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff', POST: 'staff' },
  title: 'System overview',
  screen: { shell: 'bare' },
} satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: teamStylesUrl }]

type Slide = {
  title: string
  message: string
  icon: IconName
  rows: { icon: IconName; label: string; chip: string; tone: Tone }[]
}

const SLIDES: readonly Slide[] = [
  {
    title: 'Approve creators and review content',
    message:
      'Review the oldest applications first. A creator’s page is visible only after approval. When you reject, give a reason.',
    icon: 'badge-check',
    rows: [
      { icon: 'user-round', label: 'An application', chip: 'In review', tone: 'info' },
      { icon: 'images', label: 'First posts', chip: 'Pending', tone: 'warning' },
      { icon: 'circle-check', label: 'A creator', chip: 'Approved', tone: 'success' },
    ],
  },
  {
    title: 'Analytics and payouts',
    message:
      'Every shilling is in one ledger. Large payouts and refunds need a second person. You can’t decide about your own account.',
    icon: 'banknote',
    rows: [
      { icon: 'banknote', label: 'A payout above the limit', chip: 'Second approval', tone: 'warning' },
      { icon: 'wallet', label: 'Earnings of a week', chip: 'Balanced', tone: 'success' },
    ],
  },
  {
    title: 'Flag abusive viewers and suspend creators',
    message: 'A report shows only what was reported. Give a reason for each action. All actions are recorded.',
    icon: 'flag',
    rows: [
      { icon: 'flag', label: 'A report', chip: 'New', tone: 'danger' },
      { icon: 'lock', label: 'An account', chip: 'Suspended', tone: 'neutral' },
    ],
  },
  {
    title: 'Moderate bookings, chats, complaints',
    message:
      'Meet-ups are in public places, and both people are verified. You can read only reported content. Each view is logged.',
    icon: 'calendar-days',
    rows: [
      { icon: 'calendar-days', label: 'A booking', chip: 'Complaint', tone: 'warning' },
      { icon: 'message-circle', label: 'A chat', chip: 'Reported', tone: 'danger' },
    ],
  },
]

export function loader({ url }: Route.LoaderArgs) {
  const asked = Number(url.searchParams.get('slide') ?? '1')
  return { slide: Number.isInteger(asked) && asked >= 1 && asked <= SLIDES.length ? asked : 1 }
}

export async function action({ context }: Route.ActionArgs) {
  await finishTour(context.get(personContext).id)
  return redirect(toAdmin.overview, 303)
}

export default function Tour({ loaderData }: Route.ComponentProps) {
  const { slide } = loaderData
  const shown = SLIDES[slide - 1]!
  const last = slide === SLIDES.length
  const pending = useNavigation().state === 'submitting'
  return (
    <SetupFrame step={4}>
      <h1 className="text-h1">System overview</h1>
      <Card as="section" className="tour-slide" aria-labelledby="slide-title">
        <Picture slide={shown} />
        <div className="tour-words">
          <p className="text-muted">{`Slide ${slide} of ${SLIDES.length}`}</p>
          <h2 className="text-h2" id="slide-title">
            {shown.title}
          </h2>
          <p className="text-secondary">{shown.message}</p>
          <StepDots step={SLIDES.indexOf(shown) + 1} of={SLIDES.length} />
        </div>
      </Card>
      {!last && (
        <ul className="tour-list">
          {SLIDES.slice(slide).map((next) => (
            <li key={next.title}>
              <Icon name={next.icon} />
              {next.title}
            </li>
          ))}
        </ul>
      )}
      <StickyFoot>
        <Form method="post" className="setup-foot">
          {last ? (
            <LinkButton href={`${to.staffOnboarding.tour}?slide=${slide - 1}`} wide>
              Back
            </LinkButton>
          ) : (
            <Button wide pending={pending}>
              Skip
            </Button>
          )}
          {last ? (
            <Button variant="primary" wide pending={pending} pendingLabel="Opening...">
              Open the dashboard
            </Button>
          ) : (
            <LinkButton variant="primary" href={`${to.staffOnboarding.tour}?slide=${slide + 1}`} wide>
              Next
            </LinkButton>
          )}
        </Form>
      </StickyFoot>
    </SetupFrame>
  )
}

/** A picture of the slide's topic, with made-up rows. */
function Picture({ slide }: { slide: Slide }) {
  return (
    <div className="tour-picture" aria-hidden="true">
      <Card rows tile>
        {slide.rows.map((row) => (
          <div key={row.label} className="list-row">
            <Icon name={row.icon} />
            <span className="grow">{row.label}</span>
            <Chip tone={row.tone}>{row.chip}</Chip>
          </div>
        ))}
      </Card>
    </div>
  )
}
