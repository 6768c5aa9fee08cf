import { redirect } from 'react-router'
import { findPageAppearance } from '#app/domain/creators/queries.server.ts'
import { type PagePicture, setPagePicture } from '#app/domain/creators/set-page-picture.server.ts'
import { setTags } from '#app/domain/creators/set-tags.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { photoRefusalText } from '#app/domain/media/media.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { textOf } from '#app/web/creator/onboarding/form-text.ts'
import { acceptResponse } from '#app/web/creator/onboarding/step-answers.server.ts'
import { readFileField, readFormWithFiles } from '#app/web/file-field.server.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { renditionPath } from '#app/web/picture.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { AppearanceView } from './appearance-view.tsx'
import appearanceStylesUrl from './appearance.css?url'
import type { Route } from './+types/appearance'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: creatorStylesUrl },
  { rel: 'stylesheet', href: appearanceStylesUrl },
]

export const handle = creatorForm('Cover, card and tags', { shell: 'focused', backHref: to.ownPage })

const PLACES: readonly PagePicture[] = ['cover', 'card']

export async function loader({ context }: Route.LoaderArgs) {
  const appearance = await findPageAppearance(context.get(personContext).id)
  const src = (mediaId: string | null | undefined, width: number) =>
    mediaId ? renditionPath(mediaId, { width, format: 'webp' }) : null
  return {
    cover: src(appearance?.coverMediaId, 480),
    card: src(appearance?.cardMediaId, 160),
    tags: appearance?.tags ?? [],
  }
}

/** One picture: the upload that script has sent (`take`) or the file of a form without script; else the tags. */
export async function action({ request, context }: Route.ActionArgs) {
  const creator = context.get(personContext)
  const form = await readFormWithFiles(request)
  const place = PLACES.find((one) => one === textOf(form, 'place'))
  if (!place) return saveTags(creator, form)
  if (textOf(form, 'intent') === 'take') return acceptResponse(await take(creator, place, textOf(form, 'upload')))
  const read = await readFileField(form, place, place, creator)
  if (read.kind === 'none') return invalidForm({ [place]: 'Choose a photo first' }, {})
  const problem = read.kind === 'refused' ? read.message : await take(creator, place, read.uploadId)
  return problem ? invalidForm({ [place]: problem }, {}) : redirect(toDashboard.pageAppearance, 303)
}

async function take(creator: Person, place: PagePicture, uploadId: string): Promise<string | null> {
  const set = await setPagePicture(creator, place, uploadId)
  if (set.ok) return null
  if (set.refusal.kind === 'upload_missing') return 'This file has expired. Choose it again.'
  if (set.refusal.kind === 'not_a_creator') return NOT_NOW
  return set.refusal.kind === 'media_blocked' ? REMOVED_BEFORE : photoRefusalText(set.refusal)
}

const REMOVED_BEFORE =
  'Our team has removed this photo or one that looks like it, or somebody who is shown in it did not agree. Choose another one.'
const NOT_NOW = 'You can\u2019t change this now.'

async function saveTags(creator: Person, form: FormData) {
  const set = await setTags(
    creator,
    form.getAll('tags').flatMap((tag) => (typeof tag === 'string' ? tag : [])),
  )
  if (set.ok)
    return redirectWithToast(toDashboard.pageAppearance, {
      title: 'Saved',
      description: 'Your tags are in the feeds from now on.',
    })
  if (set.refusal.kind === 'not_a_creator') return refuseForm({ status: 403, description: NOT_NOW })
  return invalidForm({ tags: set.refusal.kind === 'too_many' ? 'Pick up to 3' : 'Choose from the list' }, {})
}

export default function Appearance({ loaderData, actionData }: Route.ComponentProps) {
  return <AppearanceView page={loaderData} answer={actionData} />
}
