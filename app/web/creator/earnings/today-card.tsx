import { to } from '#app/links.ts'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress.tsx'
import type { Today } from '#app/web/creator/earnings/today.server.ts'

/** Today's earnings with the daily goal, and the number of followers and subscribers. */
export function TodayCard({ today }: { today: Today }) {
  return (
    <div className="stack stack-16">
      <Card padded as="section" aria-labelledby="today-heading" className="stack stack-8">
        <div className="row row-between row-wrap">
          <h2 className="text-body text-secondary" id="today-heading">
            Today&rsquo;s earnings
          </h2>
          {today.split && (
            <a className="link earnings-split" href={to.earnings}>
              {today.split}
              <Icon name="chevron-right" size={16} />
            </a>
          )}
        </div>
        <p className="money earnings-today">{today.net}</p>
        {today.goal && (
          <>
            <ProgressBar label={today.goal.message} value={today.goal.percent} />
            <p className="text-muted">{today.goal.message}</p>
          </>
        )}
      </Card>
      <div className="earnings-counts">
        <Count message="Followers" count={today.followers} />
        <Count message="Subscribers" count={today.subscribers} />
      </div>
    </div>
  )
}

function Count({ message, count }: { message: string; count: string }) {
  return (
    <Card padded tile>
      <p className="text-muted">{message}</p>
      <p className="money text-h2">{count}</p>
    </Card>
  )
}
