import { redirect } from 'react-router'
import { addMediumToMessage, addUploadToMessage } from '#app/domain/chat/add-media.server.ts'
import { CHAT } from '#app/domain/chat/message.ts'
import { listMediaDraft } from '#app/domain/chat/messages.server.ts'
import { removeMediumFromMessage } from '#app/domain/chat/remove-medium.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { fileLimitsOf } from '#app/domain/media/limits.ts'
import { videoIsOn } from '#app/domain/media/video-tools.server.ts'
import { formatMoney, splitFee } from '#app/domain/money/money.ts'
import { CHAT_MEDIA_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import type { FileKind } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { addFileOfForm } from '#app/web/creator/files/add-file-of-form.server.ts'
import { FILE_FIELDS, fileKindTabs, readFileKind } from '#app/web/creator/files/file-kinds.ts'
import { textOf } from '#app/web/creator/onboarding/form-text.ts'
import { acceptResponse } from '#app/web/creator/onboarding/step-answers.server.ts'
import { tileOf } from '#app/web/creator/posts/tiles.ts'
import { textsIn } from '#app/web/creator/posts/typed-form.ts'
import { refuseForm } from '#app/web/forms.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { fileRefusal } from './texts.ts'

/** A page on which files are added to a message: of a thread, or with null to many. */
export type FilesPlace = { threadId: string | null; hereHref: string; vaultHref: string }

export const filesOfThread = (threadId: string): FilesPlace => ({
  threadId,
  hereHref: to.chatMedia(threadId),
  vaultHref: withQuery(toDashboard.vault, { message: threadId }),
})

export const FILES_TO_MANY: FilesPlace = {
  threadId: null,
  hereHref: toDashboard.newMassMessage,
  vaultHref: withQuery(toDashboard.vault, { message: 'many' }),
}

/** What a creator has added to a message that is not sent yet, the field for more, and the prices. `kind`: the kind of file to add. */
export async function loadMessageFiles(creator: Person, place: FilesPlace, kindWord: string | null) {
  const [media, videoOn, inForce] = await Promise.all([
    listMediaDraft(creator.id, place.threadId),
    videoIsOn(),
    settings(),
  ])
  const kind = readFileKind(kindWord) ?? 'photo'
  const link = mediaLinksFor(creator)
  return {
    kind,
    hint: FILE_FIELDS[kind].hint(fileLimitsOf(inForce)),
    kinds: fileKindTabs(place.hereHref, kind),
    videoOn,
    tiles: media.map((one) => tileOf({ ...one, failure: null, name: '' }, link)),
    count: media.length,
    full: media.length >= CHAT.maxMedia,
    waiting: media.some((one) => one.state === 'processing'),
    prices: CHAT_MEDIA_PRICE_OPTIONS_MINOR.map((amountMinor) => {
      const price = { amountMinor, currency: 'UGX' as const }
      return {
        value: String(amountMinor / 100n),
        label: formatMoney(price),
        earned: `You get ${formatMoney(splitFee(price, inForce.platformFeePercentage * 100).rest)}`,
      }
    }),
    vaultHref: place.vaultHref,
    hereHref: withQuery(place.hereHref, { kind }),
  }
}

export type MessageFilesPage = Awaited<ReturnType<typeof loadMessageFiles>>

/**
 * Answers a form that changes the files: a finished upload (`take`), a file of a form without script (`add`), files of the vault
 * (`from-vault`), one taken out (`remove`). Null for every other form.
 */
export async function changeMessageFiles(creator: Person, place: FilesPlace, form: FormData) {
  const kind = readFileKind(textOf(form, 'kind')) ?? 'photo'
  const again = () => redirect(withQuery(place.hereHref, { kind }), 303)
  switch (textOf(form, 'intent')) {
    case 'take':
      return acceptResponse(await add(creator, place, kind, textOf(form, 'upload')))
    case 'add': {
      const problem = await addFileOfForm(creator, form, kind, (uploadId) => add(creator, place, kind, uploadId))
      return problem ? refuseForm({ status: 400, field: 'file', description: problem }) : again()
    }
    case 'from-vault':
      return addFromVault(creator, place, textsIn(form, 'medium'))
    case 'remove':
      await removeMediumFromMessage(creator, place, textOf(form, 'medium'))
      return again()
    default:
      return null
  }
}

async function add(creator: Person, place: FilesPlace, kind: FileKind, uploadId: string): Promise<string | null> {
  const added = await addUploadToMessage(creator, place, { kind, uploadId })
  return added.ok ? null : fileRefusal(kind, added.refusal)
}

/** Each of them is added once, however often it is sent; what was refused is said, and the others stay. */
async function addFromVault(creator: Person, place: FilesPlace, mediaIds: readonly string[]) {
  for (const mediaId of mediaIds) {
    const added = await addMediumToMessage(creator, place, mediaId)
    if (added.ok) continue
    const description = fileRefusal('photo', added.refusal)
    return redirectWithToast(place.vaultHref, { title: 'Not added', description, tone: 'error' })
  }
  return redirect(place.hereHref, 303)
}
