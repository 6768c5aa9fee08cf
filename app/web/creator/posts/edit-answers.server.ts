import { redirect } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { acceptFile } from '#app/domain/posts/accept-file.server.ts'
import type { FileKind } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { addMedia } from '#app/domain/posts/add-media.server.ts'
import { editPost } from '#app/domain/posts/edit-post.server.ts'
import { moveMedium } from '#app/domain/posts/move-medium.server.ts'
import type { OwnPost } from '#app/domain/posts/own-posts.server.ts'
import { reorderMedia } from '#app/domain/posts/reorder-media.server.ts'
import { saveDraft } from '#app/domain/posts/save-draft.server.ts'
import { submitDraft } from '#app/domain/posts/submit-draft.server.ts'
import type { TypedPost } from '#app/domain/posts/typed-post.ts'
import type { UploadPurpose } from '#app/domain/uploads/limits.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { showClock } from '#app/platform/dates.ts'
import { unreachable } from '#app/platform/result.ts'
import { readFileField } from '#app/web/file-field.server.ts'
import { invalidForm, refuseForm, showForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { retryMediumOfPost } from '#app/web/creator/posts/media-problems.server.ts'
import { draftRefusalText, fileRefusalText, POST_TEXTS, problemTexts } from './texts.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { textIn, textsIn, typedFrom, writerOf } from './typed-form.ts'

type Sent = { person: Person; postId: string; form: FormData }

const FILES: Readonly<Record<FileKind, UploadPurpose>> = {
  photo: 'post_photo',
  video: 'post_video',
  voice: 'post_voice',
}

/** The response to a posted composer: an autosave, a change of its media, or the whole post. */
export async function answerDraft(sent: Sent) {
  const { person, postId, form } = sent
  const writer = writerOf(form)
  const [intent = '', subject = ''] = textIn(form, 'intent').split(':')
  const typed = withMarked(typedFrom(form), intent, subject)
  if (intent === 'submit') {
    const files = await takeFiles(sent)
    return files === null ? submit(sent, typed) : wrong(sent, typed, files)
  }
  // The page of the vault sends the chosen files alone.
  if (intent === 'from-vault') {
    const chosen = textsIn(form, 'medium')
    const added = await addMedia(person, postId, chosen, null)
    return added.ok
      ? redirect(toDashboard.editPost(postId), 303)
      : redirectWithToast(withQuery(toDashboard.vault, { for: postId }), {
          title: 'Not added',
          description: fileRefusalText(added.refusal),
          tone: 'error',
        })
  }
  const saved = await saveDraft(person, postId, typed, writer)
  if (!saved.ok)
    return saved.refusal.kind === 'changed_elsewhere'
      ? refuseForm(
          { status: 409, description: POST_TEXTS.changedElsewhere },
          { ...typed, version: textIn(form, 'version') },
        )
      : refuseForm({ status: 403, description: draftRefusalText(saved.refusal) }, typed)
  const savedAt = showClock(saved.value.savedAt)
  if (intent === 'save') return showForm({ savedAt })
  const changed = await changeMedia(sent, intent, subject)
  if (changed) return wrong(sent, typed, changed)
  const files = await takeFiles(sent)
  if (files) return wrong(sent, typed, files)
  if (intent === 'people') return redirect(toDashboard.postPeople(postId), 303)
  if (intent === 'vault') return redirect(withQuery(toDashboard.vault, { for: postId }), 303)
  return intent === 'draft'
    ? redirectWithToast(withQuery(to.ownPosts, { show: 'drafts' }), {
        title: 'Draft saved',
        description: 'Nobody else sees it.',
      })
    : redirect(toDashboard.editPost(postId), 303)
}

/** Cover and free item are chosen at the item itself; pressed again, they are chosen no more. */
function withMarked(typed: TypedPost, intent: string, subject: string): TypedPost {
  if (intent !== 'cover' && intent !== 'teaser') return typed
  return { ...typed, [intent]: typed[intent] === subject ? '' : subject }
}

/** Changes the list of media as a button asks. Returns why it did not, by control. */
async function changeMedia(
  { person, postId, form }: Sent,
  intent: string,
  subject: string,
): Promise<Record<string, string> | null> {
  const writer = writerOf(form)
  switch (intent) {
    case 'earlier':
    case 'later':
    case 'remove': {
      const change = { mediaId: subject, to: intent === 'remove' ? 'removed' : intent } as const
      const moved = await moveMedium(person, postId, change, writer)
      return moved.ok ? null : { media: draftRefusalText(moved.refusal) }
    }
    case 'order': {
      const order = textIn(form, 'order').split(' ')
      const ordered = await reorderMedia(person, postId, order, writer)
      return ordered.ok ? null : { media: draftRefusalText(ordered.refusal) }
    }
    case 'retry':
      return (await retryMediumOfPost(person, postId, subject)) ? null : { media: POST_TEXTS.notRetried }
    default:
      return null
  }
}

/** The files that a form without script carries. Returns why one was refused, by control. */
async function takeFiles({ person, postId, form }: Sent): Promise<Record<string, string> | null> {
  for (const kind of ['photo', 'video', 'voice'] as const) {
    const read = await readFileField(form, kind, FILES[kind], person)
    if (read.kind === 'refused') return { [kind]: read.message }
    if (read.kind === 'none') continue
    const file = form.get(kind)
    const name = file instanceof File ? file.name : ''
    const accepted = await acceptFile(person, postId, { uploadId: read.uploadId, kind, name }, writerOf(form))
    if (!accepted.ok) return { [kind]: fileRefusalText(accepted.refusal) }
  }
  return null
}

/** The page again with errors at its controls; what was typed is kept as a draft. */
async function wrong({ person, postId, form }: Sent, typed: TypedPost, errors: Record<string, string>) {
  const writer = writerOf(form)
  const saved = await saveDraft(person, postId, typed, writer)
  return invalidForm(errors, { ...typed, version: String(saved.ok ? saved.value.version : writer.version) })
}

async function submit(sent: Sent, typed: TypedPost) {
  const { person, postId, form } = sent
  const done = await submitDraft(person, postId, typed, writerOf(form))
  if (done.ok) return redirectWithToast(to.ownPosts, SUBMITTED[done.value.state] ?? SUBMITTED.published!)
  const { refusal } = done
  switch (refusal.kind) {
    case 'invalid':
      return wrong(sent, typed, problemTexts(refusal.problems))
    case 'pay_to_unlock_is_off':
      return wrong(sent, typed, { audience: POST_TEXTS.payToUnlockIsOff })
    case 'too_many_pinned':
      return wrong(sent, typed, { pin: POST_TEXTS.tooManyPinned })
    case 'media_failed':
      return wrong(sent, typed, { media: POST_TEXTS.mediaFailed })
    case 'changed_elsewhere':
      return refuseForm(
        { status: 409, description: POST_TEXTS.changedElsewhere },
        { ...typed, version: String(refusal.version) },
      )
    case 'not_there':
      return notFound()
    case 'not_permitted':
    case 'too_many_drafts':
      return refuseForm({ status: 403, description: draftRefusalText(refusal) }, typed)
    default:
      return unreachable(refusal)
  }
}

const SUBMITTED: Partial<Record<OwnPost['state'], { title: string; description: string; tone?: 'error' }>> = {
  published: { title: 'Posted', description: 'Fans see it now.' },
  scheduled: { title: 'Scheduled', description: 'It is published at its time.' },
  processing: { title: 'Sent', description: 'It is published as soon as its files are ready.' },
  in_review: { title: 'Sent', description: 'Fans see it after a check. Open it to see what it waits for.' },
  removed: {
    title: 'Not posted',
    description: 'A file of it was removed from Peach before, so it can\u2019t be posted again.',
    tone: 'error',
  },
}

/** The response to the form of a submitted post. */
export async function answerEdit({ person, postId, form }: Sent) {
  const typed = typedFrom(form)
  const { version } = writerOf(form)
  const [intent = '', subject = ''] = textIn(form, 'intent').split(':')
  if (intent === 'retry') {
    const kept = { ...typed, version: String(version) }
    return (await retryMediumOfPost(person, postId, subject))
      ? showForm(kept)
      : refuseForm({ status: 409, description: POST_TEXTS.notRetried }, kept)
  }
  const edited = await editPost(person, postId, typed, version)
  if (edited.ok)
    return redirectWithToast(toDashboard.ownPost(postId), { title: 'Saved', description: 'Fans see the new version.' })
  const { refusal } = edited
  const values = { ...typed, version: String(version) }
  switch (refusal.kind) {
    case 'invalid':
      return invalidForm(problemTexts(refusal.problems), values)
    case 'sold_posts_only_get_cheaper':
      return invalidForm({ audience: POST_TEXTS.soldOnlyCheaper }, values, 409)
    case 'pay_to_unlock_is_off':
      return invalidForm({ audience: POST_TEXTS.payToUnlockIsOff }, values, 409)
    case 'changed_elsewhere':
      return refuseForm(
        { status: 409, description: POST_TEXTS.changedElsewhere },
        { ...values, version: String(refusal.version) },
      )
    case 'not_editable':
      return refuseForm({ status: 409, description: POST_TEXTS.notEditable }, values)
    case 'not_permitted':
      return refuseForm({ status: 403, description: POST_TEXTS.notPermitted }, values)
    case 'not_there':
      return notFound()
    default:
      return unreachable(refusal)
  }
}
