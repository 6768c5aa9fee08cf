import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { WaitsFor } from '#app/web/creator/releases/waits-for.tsx'
import { MediaProblems } from './media-problems.tsx'
import { MediaTiles } from './media-tiles.tsx'
import type { Route } from './+types/own-post'

type OwnPostPage = Route.ComponentProps['loaderData']

/** A post as its creator sees it: state, media, figures, and the buttons that change it. */
export function OwnPostView({ page }: { page: OwnPostPage }) {
  const { chip, figures } = page
  return (
    <div className="container container-narrow stack stack-16">
      <DashboardTabs active="posts" />
      <div className="row row-between row-wrap">
        <h1 className="text-h1">{page.title}</h1>
        <span className="own-post-chips">
          <Chip tone={chip.tone} icon={chip.icon}>
            {chip.label}
          </Chip>
          {page.pinned && <Chip icon="pin">Pinned</Chip>}
        </span>
      </div>
      {page.tiles.length > 0 && <MediaTiles tiles={page.tiles} />}
      <MediaProblems problems={page.problems} action={toDashboard.ownPostChange(page.id, 'retry')} />
      {page.caption !== '' && page.caption !== page.title && (
        <p className="text-body own-post-caption">{page.caption}</p>
      )}
      <p className="text-muted">{[page.typeLine, ...page.facts].join(' · ')}</p>
      {page.topics && <p className="text-muted own-post-topics">{page.topics}</p>}
      {page.question !== null && (
        <p>
          {`Poll: ${page.question} `}
          {page.state === 'published' && (
            <a className="link" href={to.post(page.id)}>
              See the votes
            </a>
          )}
        </p>
      )}
      <WaitsFor postId={page.id} waitsFor={page.waitsFor} people={page.people} />
      {page.removed && (
        <Banner
          tone="danger"
          icon="circle-x"
          title={page.removed.refused ? 'Our team did not approve this post' : 'Our team took this post off your page'}
        >
          <span className="break-lines">
            {[
              page.removed.reason,
              page.removed.refused && 'Fans never saw it. Edit it as a draft and send it again.',
              page.removed.sold && 'Who bought it gets the money back.',
            ]
              .filter(Boolean)
              .join('\n')}
          </span>
        </Banner>
      )}
      <Card padded className="stack stack-8">
        <h2 className="text-h2">Figures</h2>
        <dl className="post-figures">
          <Figure name="Views" value={figures.views} />
          <Figure name="Unlocks" value={figures.unlocks} />
          <Figure name="Tips" value={figures.tips} />
          <Figure name="Earned" value={figures.earned} />
        </dl>
        <p className="text-caption">Earned is after our fee and without refunds.</p>
        <details>
          <summary className="link link-target">Views by day</summary>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Views</th>
              </tr>
            </thead>
            <tbody>
              {figures.days.toReversed().map(({ day, views }) => (
                <tr key={day}>
                  <td>{day}</td>
                  <td className="money" translate="no">
                    {views}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </Card>
      <Changes page={page} />
      {page.asksToDelete && <DeleteDialog page={page} />}
    </div>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="money" translate="no">
        {value}
      </dd>
    </div>
  )
}

function Changes({ page }: { page: OwnPostPage }) {
  const { id, can } = page
  return (
    <div className="own-post-changes">
      {can.edit && (
        <LinkButton href={toDashboard.editPost(id)} icon="pencil">
          Edit
        </LinkButton>
      )}
      {can.pin && (
        <form method="post" action={toDashboard.ownPostChange(id, 'pin')}>
          <input type="hidden" name="pinned" value={page.pinned ? 'no' : 'yes'} />
          <Button icon="pin">{page.pinned ? 'Unpin' : 'Pin'}</Button>
        </form>
      )}
      {can.withdraw && (
        <form method="post" action={toDashboard.ownPostChange(id, 'withdrawal')}>
          <Button icon="pencil">{page.removed ? 'Edit as a draft' : 'Back to drafts'}</Button>
        </form>
      )}
      {can.archive && (
        <form method="post" action={toDashboard.ownPostChange(id, 'archiving')}>
          <Button icon="archive">Archive</Button>
        </form>
      )}
      {can.restore && (
        <form method="post" action={toDashboard.ownPostChange(id, 'restoration')}>
          <Button icon="refresh-cw">Put back on my page</Button>
        </form>
      )}
      {can.delete && (
        <LinkButton href={toDashboard.ownPostChange(id, 'deletion')} icon="trash" variant="quiet">
          Delete
        </LinkButton>
      )}
    </div>
  )
}

function DeleteDialog({ page }: { page: OwnPostPage }) {
  const sold = page.buyers > 0
  return (
    <Dialog
      title="Delete this post?"
      description={
        sold
          ? `${page.buyers} ${page.buyers === 1 ? 'fan has' : 'fans have'} bought it and keep it for good. Nobody else sees it any more.`
          : 'Nobody sees it any more. This can\u2019t be undone.'
      }
      closeHref={toDashboard.ownPost(page.id)}
    >
      <form method="post" action={toDashboard.ownPostChange(page.id, 'deletion')} className="stack stack-16">
        {!sold && page.tiles.length > 0 && (
          <CheckboxField
            label="Keep the files in my vault"
            name="keep"
            value="yes"
            hint="Otherwise those that no other post uses are destroyed."
            defaultChecked
          />
        )}
        {sold && <input type="hidden" name="keep" value="yes" />}
        <div className="composer-buttons">
          <LinkButton href={toDashboard.ownPost(page.id)}>Go back</LinkButton>
          <Button variant="danger" icon="trash">
            Delete post
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
