import { redirect } from 'react-router'
import { findOwnPost, findPostingFacts, isFreePostId } from '#app/domain/posts/own-posts.server.ts'
import { editableParts } from '#app/domain/posts/policy.ts'
import { listNamedPeople } from '#app/domain/releases/queries.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { now } from '#app/platform/clock.ts'
import { showClock } from '#app/platform/dates.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { afterAllButAutosave } from '#app/web/components/use-autosave.ts'
import { personContext } from '#app/web/context.server.ts'
import { readFormWithFiles } from '#app/web/file-field.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { Composer } from './composer.tsx'
import { answerDraft, answerEdit } from '#app/web/creator/posts/edit-answers.server.ts'
import { loadMediaProblems } from '#app/web/creator/posts/media-problems.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { personLine } from '#app/web/creator/releases/texts.ts'
import { EditForm } from './edit-form.tsx'
import postsStylesUrl from './posts.css?url'
import { tileOf } from './tiles.ts'
import type { Route } from './+types/edit'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: postsStylesUrl }]

export const handle = creatorForm('Post', { shell: 'bare' })

/** The composer of a draft, or the form of a submitted post. A new post has an address before it has a row. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const [post, facts, people, { platformFeePercentage }] = await Promise.all([
    findOwnPost(person.id, params.postId),
    findPostingFacts(person.id),
    listNamedPeople(person.id, params.postId),
    settings(),
  ])
  if (!post && !(url.searchParams.has('new') && (await isFreePostId(params.postId)))) notFound()
  const mediaLink = mediaLinksFor(person)
  const parts = post ? editableParts(post.state) : 'all'
  if (parts === 'nothing') throw redirect(toDashboard.ownPost(params.postId), 303)
  return {
    id: params.postId,
    whole: parts === 'all',
    values: post?.typed ?? {},
    version: post?.version ?? 0,
    tab: randomToken(),
    savedAt: post?.savedAt ? showClock(post.savedAt) : null,
    media: (post?.media ?? []).map((medium) => tileOf(medium, mediaLink)),
    problems: await loadMediaProblems(person.id, post?.media ?? [], 'of this post'),
    ...facts,
    people: people.map(personLine),
    owner: person.id,
    feePercentage: platformFeePercentage,
    today: kampalaDay(now()),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const sent = { person, postId: params.postId, form: await readFormWithFiles(request) }
  const post = await findOwnPost(person.id, params.postId)
  // A composer that is sent again after its post was submitted: it has a tab, the form of a submitted post has none.
  return post && editableParts(post.state) !== 'all' && !sent.form.has('tab') ? answerEdit(sent) : answerDraft(sent)
}

export const shouldRevalidate = afterAllButAutosave

export default function EditPost({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.whole ? (
    <Composer key={loaderData.id} page={loaderData} answer={actionData} />
  ) : (
    <EditForm page={loaderData} answer={actionData} />
  )
}
