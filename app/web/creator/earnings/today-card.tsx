import type { ReactNode } from 'react'
import { to } from '#app/links.ts'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress.tsx'
import type { Today } from '#app/web/creator/earnings/today.server.ts'

type TodayCardProps = {
  today: Today
  /** By how much the two numbers have grown. */
  growth?: { followers: string; subscribers: string }
  /** Below the earnings, on the same card. */
  children?: ReactNode
}

/** Today's earnings with the daily goal, and the number of followers and subscribers. */
export function TodayCard({ today, growth, children }: TodayCardProps) {
  return (
    <div className="stack stack-16">
      <Card padded as="section" aria-labelledby="today-heading" className="stack stack-8">
        <div className="row row-between row-wrap">
          <h2 className="text-body text-secondary" id="today-heading">
            Today&rsquo;s earnings
          </h2>
          {today.split && (
            <a className="link link-target earnings-split" href={to.earnings}>
              {today.split}
              <Icon name="chevron-right" size={16} />
            </a>
          )}
        </div>
        <p className="money earnings-today" translate="no">
          {today.net}
        </p>
        {today.goal && (
          <>
            <ProgressBar label={today.goal.message} value={today.goal.percent} />
            <p className="text-muted">{today.goal.message}</p>
          </>
        )}
        {children}
      </Card>
      <div className="earnings-counts">
        <Count message="Followers" count={today.followers} growth={growth?.followers} />
        <Count message="Subscribers" count={today.subscribers} growth={growth?.subscribers} />
      </div>
    </div>
  )
}

function Count({ message, count, growth }: { message: string; count: string; growth?: string }) {
  return (
    <Card padded tile>
      <p className="text-muted">{message}</p>
      <p className="money text-h2" translate="no">
        {count}
      </p>
      {growth && <p className="text-caption">{growth}</p>}
    </Card>
  )
}
