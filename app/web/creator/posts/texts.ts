import { videoRefusalText } from '#app/domain/media/video.ts'
import { voiceRefusalText } from '#app/domain/media/voice.ts'
import { photoRefusalText } from '#app/domain/media/media.ts'
import type { AcceptFileRefusal } from '#app/domain/posts/accept-file.server.ts'
import type { DraftRefusal } from '#app/domain/posts/save-draft.server.ts'
import { POST_LIMITS, type PostState } from '#app/domain/posts/post.ts'
import type { PostProblems } from '#app/domain/posts/typed-post.ts'
import type { Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import { pollErrors } from '#app/web/components/poll-form.ts'
import type { FieldErrors } from '#app/web/form-answer.ts'

export const POST_TEXTS = {
  changedElsewhere: 'This post was changed in another tab. Load the page again to see the newest version.',
  notSaved: 'The draft could not be saved. Load the page again.',
  submittedAlready: 'This post was sent before. Open it to see where it is.',
  tooManyDrafts: `You have ${POST_LIMITS.drafts} drafts. Delete one before you begin another.`,
  payToUnlockIsOff: 'Pay to unlock is switched off for your page. Choose another audience.',
  notRetried: 'This file can\u2019t be tried again. Remove it, or send it anew.',
  tooManyPinned: `You have ${POST_LIMITS.pinned} pinned posts. Unpin one first.`,
  mediaFailed: 'A file could not be prepared. Remove it, or send it again.',
  soldOnlyCheaper:
    'Fans have bought this post, so it can only be opened to more people, not to fewer. You can change the price for the next buyers.',
  mediaBlocked: 'Our team has removed a file of this post elsewhere, so it can\u2019t be shown again.',
  notEditable: 'This post can\u2019t be changed any more.',
  notPermitted: 'You can post once your page is approved and your account is active.',
  noFile: 'Choose a file first.',
} as const

/** What each state of a post is called, and how it looks. */
export const STATE_CHIPS: Readonly<Record<PostState, { label: string; tone: Tone; icon?: IconName }>> = {
  draft: { label: 'Draft', tone: 'neutral', icon: 'pencil' },
  scheduled: { label: 'Scheduled', tone: 'info', icon: 'calendar-days' },
  processing: { label: 'Processing', tone: 'info', icon: 'hourglass' },
  in_review: { label: 'In review', tone: 'warning', icon: 'hourglass' },
  published: { label: 'Published', tone: 'success', icon: 'check' },
  archived: { label: 'Archived', tone: 'neutral', icon: 'archive' },
  removed: { label: 'Removed', tone: 'danger', icon: 'circle-x' },
  deleted: { label: 'Deleted', tone: 'neutral' },
}

/** Of a removed post that fans never saw. */
export const REFUSED_CHIP = { label: 'Not approved', tone: 'danger', icon: 'circle-x' } as const

export const AUDIENCE_LABELS = {
  public: 'Everybody',
  subscribers: 'Subscribers and pass holders',
  pay_to_unlock: 'Pay to unlock',
} as const

/** The messages of a post that can't be sent yet, by control. */
export function problemTexts(problems: PostProblems): FieldErrors {
  return {
    ...(problems.media && {
      media: {
        too_many: `A post has at most ${POST_LIMITS.items} items. Remove some`,
        too_many_voice_notes: 'A post has at most one voice note. Remove one',
        story_needs_one: 'Add a photo or a video to your story',
      }[problems.media],
    }),
    ...(problems.caption && {
      caption:
        problems.caption === 'missing'
          ? 'Write something, or add a photo, a video, a voice note or a poll'
          : `Write at most ${POST_LIMITS.captionLength.toLocaleString('en')} characters`,
    }),
    ...(problems.audience && { audience: 'Choose who can see it' }),
    ...(problems.price && {
      other: {
        missing: 'Choose a price',
        invalid: 'Type the price in whole shillings, for example 40,000',
        out_of_bounds: 'Choose a price from UGX 1,000 to UGX 5,000,000',
      }[problems.price],
    }),
    ...(problems.tags && {
      tags:
        problems.tags === 'too_many'
          ? `Use at most ${POST_LIMITS.tags} tags`
          : 'Tags have letters, digits and dashes only, up to 30 characters',
    }),
    ...(problems.category && { category: 'Choose a category of the list' }),
    ...(problems.date && {
      date: {
        invalid: 'Choose a date and a time',
        too_soon: `Choose a time at least ${POST_LIMITS.minScheduleMinutes} minutes from now`,
        too_late: `Choose a time within ${POST_LIMITS.maxScheduleDays} days`,
      }[problems.date],
    }),
    ...(problems.teaser && {
      teaser: {
        not_locked: 'Everybody sees this whole post, so no item of it is free in addition',
        only_item: 'Add an item that stays locked, or choose nothing here',
        unknown: 'Choose an item of this post',
      }[problems.teaser],
    }),
    ...(problems.free_seconds && {
      free_seconds: {
        not_locked: 'Everybody sees this whole post, so nothing of it is free in addition',
        no_video: 'Add a video first, or choose nothing here',
        unknown: 'Choose one of the list',
      }[problems.free_seconds],
    }),
    ...(problems.poll && pollErrors(problems.poll)),
    ...(problems.shown && { shown: 'Name who else is shown, or choose that it is only you' }),
    ...(problems.cover && { cover: 'Choose an item of this post' }),
  }
}

/** The message for a draft that could not be changed. */
export function draftRefusalText(refusal: DraftRefusal): string {
  switch (refusal.kind) {
    case 'not_permitted':
      return POST_TEXTS.notPermitted
    case 'not_there':
    case 'not_a_draft':
      return POST_TEXTS.submittedAlready
    case 'too_many_drafts':
      return POST_TEXTS.tooManyDrafts
    case 'changed_elsewhere':
      return POST_TEXTS.changedElsewhere
    default:
      return refusal satisfies never
  }
}

/** The message for a file that did not become a part of the post. */
export function fileRefusalText(refusal: AcceptFileRefusal): string {
  switch (refusal.kind) {
    case 'upload_missing':
      return 'This file has expired. Choose it again.'
    case 'not_a_voice_note':
      return voiceRefusalText(refusal)
    case 'no_such_media':
      return 'This file is not in your vault any more.'
    case 'too_many':
      return `A post has at most ${POST_LIMITS.items} items. The file is in your vault.`
    case 'too_many_voice_notes':
      return 'A post has at most one voice note. The file is in your vault.'
    case 'not_permitted':
    case 'not_there':
    case 'not_a_draft':
    case 'too_many_drafts':
    case 'changed_elsewhere':
      return draftRefusalText(refusal)
    case 'too_long':
      return `This file is too long. Choose one of at most ${refusal.maxSeconds / 60} minutes.`
    case 'damaged':
      return 'This file is damaged. Choose another one, or save it again.'
    case 'not_a_video':
    case 'too_demanding':
    case 'video_is_off':
    case 'too_large':
    case 'no_picture':
      return videoRefusalText(refusal)
    case 'empty':
    case 'not_a_picture':
    case 'too_heavy':
    case 'too_many_pixels':
    case 'pdf_unreadable':
      return photoRefusalText(refusal)
    default:
      return refusal satisfies never
  }
}
