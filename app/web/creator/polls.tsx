import { type OwnPoll, listOwnPolls } from '#app/domain/polls/queries.server.ts'
import { isOpen, percents } from '#app/domain/polls/poll.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { Poll } from '#app/web/components/poll.tsx'
import { type PollCardData, pollMeta } from '#app/web/components/poll-card.ts'
import { personContext } from '#app/web/context.server.ts'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { keysetPage } from '#app/web/keyset.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/polls'

export const handle = creatorPage('Polls', { shell: 'full', tab: 'posts', backHref: to.ownPosts })

/** A creator's polls with all votes. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { shown, ...hrefs } = await keysetPage(url, {
    limit: 20,
    read: (page) => listOwnPolls(context.get(personContext).id, page),
    idOf: (poll) => poll.postId,
    address: (before) => withQuery(toDashboard.polls, { before }),
  })
  const at = now()
  return {
    polls: shown.map((poll) => ({ href: to.post(poll.postId), poll: cardOf(poll, at) })),
    ...hrefs,
  }
}

function cardOf({ question, options, votes, closesAt }: OwnPoll, at: Date): PollCardData {
  const parts = percents(options.map((option) => option.votes))
  return {
    question,
    action: null,
    options: options.map(({ label }, index) => ({ label, mine: false, percent: parts[index]! })),
    meta: pollMeta({ votes, closesAt, open: isOpen({ closesAt }, at), canVote: false }, at),
  }
}

export default function Polls({ loaderData }: Route.ComponentProps) {
  const { polls, newestHref, olderHref } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <DashboardTabs active="posts" />
      <h1 className="text-h1">Polls</h1>
      {polls.length === 0 ? (
        <EmptyState compact icon="check" title="No polls yet">
          Add a poll to a post to ask your fans.
        </EmptyState>
      ) : (
        polls.map(({ href, poll }) => (
          <Card key={href} className="poll-own">
            <Poll poll={poll} />
            <a className="link link-target" href={href}>
              Open the post
            </a>
          </Card>
        ))
      )}
      <OlderLinks what="polls" newestHref={newestHref} olderHref={olderHref} />
    </div>
  )
}
