import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph, ListRow } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import type { CreatorStatePage } from '#app/web/creator/creator-state-view.tsx'
import { TodayCard } from '#app/web/creator/earnings/today-card.tsx'
import { BadgeChips } from '#app/web/components/badges.tsx'
import { HomeCard } from './home-card.tsx'
import { BestPosts, EarningsWeeks, GrowthCharts } from './growth-view.tsx'
import type { NextPayoutRow } from '#app/web/creator/overview/money-texts.ts'
import type { Home } from '#app/web/creator/overview/load-home.server.ts'
import { InviteCard } from './invite-card.tsx'
import { PresenceForm } from './presence-form.tsx'

/** The first page of a visible creator: what was earned, when it is paid, what needs them; then how it grows. */
export function HomeView({ home, page, name }: { home: Home; page: CreatorStatePage; name: string }) {
  return (
    <div className="home-grid">
      <div className="stack stack-16">
        <div className="home-head">
          <h1 className="text-h1-small">{name}</h1>
          <BadgeChips badges={home.today.badges} />
          <PresenceForm presence={home.presence} />
        </div>
        <TodayCard today={home.today} growth={home.growth}>
          <NextPayout next={home.nextPayout} />
        </TodayCard>
        <Needs rows={home.needs} />
        {home.firstWeek && <FirstWeek steps={home.firstWeek} />}
        <MoneyLine money={home.money} />
      </div>
      <div className="stack stack-16">
        <GrowthCharts growth={home.growth} />
        {home.weeks && <EarningsWeeks weeks={home.weeks} />}
        <BestPosts posts={home.best} />
      </div>
      <div className="stack stack-16">
        <StickyFoot>
          <LinkButton variant="primary" wide href={toDashboard.newPost} icon="plus">
            New post
          </LinkButton>
        </StickyFoot>
        <Fee page={page} note={home.feeNote} />
        <InviteCard sent={home.invitesSent} />
        <MoreLinks />
      </div>
    </div>
  )
}

/** When the money comes and where it goes. */
export function NextPayout({ next, className = 'home-next' }: { next: NextPayoutRow; className?: string }) {
  return (
    <ListRow
      className={`list-row-wraps ${className}`}
      href={next.href}
      leading={<Icon name={next.waits ? 'triangle-exclamation-point' : 'calendar-days'} size={24} />}
      title={next.title}
      meta={next.meta}
      trailing={
        next.amount && (
          <span className="money text-h3" translate="no">
            {next.amount}
          </span>
        )
      }
    />
  )
}

const SHOWN_NEEDS = 3

export function Needs({ rows }: { rows: Home['needs'] }) {
  const more = rows.slice(SHOWN_NEEDS)
  return (
    <HomeCard
      id="needs-heading"
      title="Needs you"
      aside={
        rows.length > 0 && (
          <span className="text-muted money" translate="no">
            {rows.length}
          </span>
        )
      }
    >
      {rows.length === 0 && <p className="home-card-body text-muted">Nothing waits for you.</p>}
      <NeedRows rows={rows.slice(0, SHOWN_NEEDS)} />
      {more.length > 0 && (
        <details className="home-more">
          <summary className="link link-target">{`${more.length} more`}</summary>
          <NeedRows rows={more} />
        </details>
      )}
    </HomeCard>
  )
}

function NeedRows({ rows }: { rows: Home['needs'] }) {
  return (
    <ul className="home-rows">
      {rows.map(({ icon, tone, ...row }) => (
        <li key={row.title}>
          <ListRow {...row} leading={<Glyph icon={icon} tone={tone} />} />
        </li>
      ))}
    </ul>
  )
}

function FirstWeek({ steps }: { steps: NonNullable<Home['firstWeek']> }) {
  const done = steps.filter((step) => step.done).length
  const count = `${done} of ${steps.length} done`
  return (
    <HomeCard id="first-week-heading" title="Your first week" aside={<span className="text-muted">{count}</span>}>
      <div className="home-card-body">
        <ProgressBar label={count} value={done} max={steps.length} tone="success" />
      </div>
      <ul className="home-rows">
        {steps.map(({ title, meta, href, done: isDone }) => (
          <li key={title}>
            {isDone ? (
              <ListRow
                className="home-done"
                leading={<Icon name="circle-check" />}
                title={
                  <>
                    <span className="visually-hidden">Done: </span>
                    {title}
                  </>
                }
              />
            ) : (
              <ListRow href={href} leading={<span className="home-circle" />} title={title} meta={meta} />
            )}
          </li>
        ))}
      </ul>
    </HomeCard>
  )
}

export function MoneyLine({ money: { rows, future, owed } }: { money: Home['money'] }) {
  return (
    <HomeCard id="money-heading" title="Your money">
      <ul className="home-rows">
        {rows.map((row) => (
          <MoneyRow key={row.label} row={row} />
        ))}
      </ul>
      {owed && (
        <p className="home-card-body text-danger">{`${owed} was refunded to fans after your payout. We take it from your next earnings.`}</p>
      )}
      {future && (
        <ul className="home-rows home-future">
          <MoneyRow row={future} />
        </ul>
      )}
    </HomeCard>
  )
}

function MoneyRow({ row: { label, meta, amount, href } }: { row: Home['money']['rows'][number] }) {
  return (
    <li>
      <ListRow
        href={href}
        plain
        title={label}
        meta={meta}
        sum={
          <span className="money text-h3" translate="no">
            {amount}
          </span>
        }
      />
    </li>
  )
}

/** The creator's own page, and until when the weekly fee is paid. */
function Fee({ page, note }: { page: CreatorStatePage; note: string | null }) {
  return (
    <Card rows as="section" aria-label="Your page">
      <ListRow
        href={page.event?.href}
        leading={<Glyph icon="eye" tone="success" />}
        title={page.title}
        meta={[page.text, note].filter(Boolean).join(' ')}
      />
      {page.rows.map(({ icon, ...row }) => (
        <ListRow key={row.href} {...row} leading={<Glyph icon={icon} tone="neutral" />} />
      ))}
    </Card>
  )
}

function MoreLinks() {
  const links = [
    { title: 'Comments', href: to.commentsReceived, icon: 'message-circle' },
    { title: 'Tips', href: toDashboard.tips, icon: 'hand-coins' },
    { title: 'Polls', href: toDashboard.polls, icon: 'flag' },
    { title: 'Vault', href: toDashboard.vault, icon: 'folder' },
  ] as const
  return (
    <Card rows as="ul">
      {links.map(({ icon, ...row }) => (
        <li key={row.href}>
          <ListRow {...row} leading={<Glyph icon={icon} tone="neutral" />} />
        </li>
      ))}
    </Card>
  )
}
