import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { PersonRow, StatusChip } from '#app/web/admin/review-queue/rows.tsx'
import { APPLICATIONS, DECIDED, HEADINGS } from './texts.ts'
import type { Route } from './+types/applications'

type Page = Route.ComponentProps['loaderData']

/** The creator list for reviewers: filters, waiting times, today's decisions, and the open creator. */
export function ApplicationsView({ page, decided, open }: Page & { open: boolean }) {
  return (
    <ReviewQueue
      queue={APPLICATIONS}
      page={page}
      open={open}
      title={HEADINGS[page.filter]}
      note="Usually decided within 1 hour, at most 48 hours"
      head={
        <div className="work-row work-row-head application-row" aria-hidden="true">
          <span>Creator</span>
          <span>Status</span>
          <span className="application-waiting">Waiting</span>
          <span className="work-row-wide application-claim">Claimed by</span>
        </div>
      }
      renderRow={({ href, name, avatar, about, status, waiting, claimedBy }) => (
        <PersonRow className="application-row" href={href} name={name} avatar={avatar} about={about} size={40}>
          <span>
            <StatusChip status={status} small />
          </span>
          <span className={joinClasses('application-waiting money', waiting?.overdue && 'text-danger')}>
            {waiting?.text}
          </span>
          <span className="work-row-wide application-claim text-secondary">{waiting && (claimedBy ?? 'Nobody')}</span>
        </PersonRow>
      )}
      below={
        <>
          {page.filter === 'pending' && page.rows.length > 0 && (
            <p className="text-muted row">
              <Icon name="info" size={20} /> Opening an application reserves it for you for 15 minutes.
            </p>
          )}
          {decided.length > 0 && <DecidedToday decided={decided} />}
        </>
      }
    />
  )
}

function DecidedToday({ decided }: Pick<Page, 'decided'>) {
  return (
    <section className="stack stack-8" aria-labelledby="decided">
      <h2 className="text-h2" id="decided">
        Decided today
      </h2>
      <Card as="ul" rows>
        {decided.map(({ id, href, name, avatar, decision, by }) => (
          <li key={id}>
            <PersonRow className="application-row application-decided" href={href} name={name} avatar={avatar}>
              <span>
                <StatusChip status={DECIDED[decision]} small />
              </span>
              <span className="application-by text-muted">{by}</span>
            </PersonRow>
          </li>
        ))}
      </Card>
    </section>
  )
}
