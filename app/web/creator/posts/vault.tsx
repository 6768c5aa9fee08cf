import { cutGraphemes, shorten } from '#app/platform/graphemes.ts'
import { asTyped, firstLine } from '#app/platform/plain-text.ts'
import { findThread } from '#app/domain/chat/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { retryMedia } from '#app/domain/media/retry-media.server.ts'
import { createFolder } from '#app/domain/vault/create-folder.server.ts'
import { deleteFolder } from '#app/domain/vault/delete-folder.server.ts'
import { fileAway } from '#app/domain/vault/file-away.server.ts'
import { nameFile } from '#app/domain/vault/name-file.server.ts'
import { isInVault, listFolders, listVaultFiles } from '#app/domain/vault/queries.server.ts'
import { removeFiles } from '#app/domain/vault/remove-files.server.ts'
import { isVaultKind } from '#app/domain/vault/vault.ts'
import { findOwnPost, isFreePostId } from '#app/domain/posts/own-posts.server.ts'
import { findReceivedRequest } from '#app/domain/requests/queries.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { sizeText } from '#app/domain/uploads/upload.ts'
import { personContext } from '#app/web/context.server.ts'
import { readForm } from '#app/web/form-body.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { loadMediaProblems } from '#app/web/creator/posts/media-problems.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import postsStylesUrl from './posts.css?url'
import { POST_TEXTS } from './texts.ts'
import { tileOf } from './tiles.ts'
import { textIn, textsIn } from './typed-form.ts'
import { VaultView } from './vault-view.tsx'
import type { Route } from './+types/vault'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: postsStylesUrl }]

export const handle = creatorForm('Vault', { shell: 'full', tab: 'posts' })

/**
 * Everything that a creator uploaded for posts. With `for` it chooses files for that draft, with `request` for that delivery, with `message`
 * for the next message of that conversation, or to many.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const query = (name: string): string => url.searchParams.get(name) ?? ''
  const kind = query('kind')
  const search = {
    find: cutGraphemes(asTyped(query('find')), 100),
    kind: isVaultKind(kind) ? kind : null,
    month: query('month'),
  }
  const folderId = query('folder')
  const chooser = await chooserOf(person, {
    post: query('for'),
    request: query('request'),
    message: query('message'),
  })
  const target = chooser?.target ?? {}
  const kept = { find: search.find, kind: search.kind, month: search.month, folder: folderId, ...target }
  const [folders, { shown, ...hrefs }] = await Promise.all([
    listFolders(person.id),
    keysetPage(url, {
      limit: 30,
      read: (page) => listVaultFiles(person.id, { ...search, folderId: folderId || null, ...page }),
      idOf: (file) => file.mediaId,
      address: (before) => withQuery(toDashboard.vault, { ...kept, before }),
    }),
  ])
  const mediaLink = mediaLinksFor(person)
  return {
    ...hrefs,
    search: { ...search, kind: search.kind ?? '', folder: folderId },
    chooser,
    backHref: chooser?.backHref ?? to.ownPosts,
    here: withQuery(toDashboard.vault, kept),
    folders: folders.map((folder) => ({
      ...folder,
      href: withQuery(toDashboard.vault, { folder: folder.id, ...target }),
    })),
    allHref: withQuery(toDashboard.vault, target),
    problems: await loadMediaProblems(person.id, shown, 'of your vault'),
    files: shown.map((file) => ({
      tile: tileOf({ ...file, failure: null }, mediaLink),
      label: file.name || shorten(firstLine(file.caption), 60) || showDate(file.uploadedAt),
      line: [sizeText(file.byteSize), showDate(file.uploadedAt), file.posts > 0 && usedIn(file.posts)]
        .filter(Boolean)
        .join(', '),
    })),
  }
}

function usedIn(posts: number): string {
  return posts === 1 ? 'in 1 post' : `in ${posts} posts`
}

type Purpose = { post: string; request: string; message: string }

/**
 * What files are chosen for: a draft, the delivery of a request that was accepted, or a message. Null where the vault is only arranged.
 */
async function chooserOf(creator: Person, { post, request, message }: Purpose) {
  const creatorId = creator.id
  if (message !== '') return messageChooser(creator, message)
  if (post !== '' && (await isDraftOf(creatorId, post)))
    return {
      target: { for: post },
      action: toDashboard.editPost(post),
      button: 'Add to the post',
      backHref: toDashboard.editPost(post),
      back: 'Back to the post',
    }
  if (request === '' || (await findReceivedRequest(creatorId, request))?.status !== 'accepted') return null
  const delivery = toDashboard.receivedRequestDecision(request, 'delivery')
  return {
    target: { request },
    action: delivery,
    button: 'Add to the delivery',
    backHref: delivery,
    back: 'Back to the delivery',
  }
}

async function messageChooser(creator: Person, threadId: string) {
  if (threadId === 'many')
    return {
      target: { message: threadId },
      action: toDashboard.newMassMessage,
      button: 'Add to the message',
      backHref: toDashboard.newMassMessage,
      back: 'Back to the message',
    }
  const thread = await findThread(creator, threadId.toLowerCase())
  if (!thread?.id || thread.side !== 'creator') return null
  const action = to.chatMedia(thread.id)
  return {
    target: { message: thread.id },
    action,
    button: 'Add to the message',
    backHref: action,
    back: 'Back to the message',
  }
}

async function isDraftOf(creatorId: string, postId: string): Promise<boolean> {
  const post = await findOwnPost(creatorId, postId)
  return post ? post.state === 'draft' : isFreePostId(postId)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await readForm(request)
  const chosen = textsIn(form, 'medium')
  const back = `${url.pathname}${url.search}`
  const [intent = '', subject = ''] = textIn(form, 'intent').split(':')
  switch (intent) {
    case 'folder': {
      const made = await createFolder(person, textIn(form, 'name'))
      if (made.ok) return said(withQuery(toDashboard.vault, { folder: made.value.folderId }), 'Folder added')
      return failed(back, FOLDER_TEXTS[made.refusal.kind])
    }
    case 'delete-folder': {
      const deleted = await deleteFolder(person, subject)
      return deleted.ok
        ? said(toDashboard.vault, 'Folder deleted', 'Its files are still in your vault.')
        : failed(back, NOT_YOURS)
    }
    case 'move': {
      const folder = textIn(form, 'to')
      const moved = await fileAway(person, chosen, folder === '' ? null : folder)
      return moved.ok ? said(back, 'Moved') : failed(back, chosen.length === 0 ? CHOOSE : NOT_YOURS)
    }
    case 'rename': {
      const named = await nameFile(person, chosen[0] ?? '', textIn(form, 'name'))
      return named.ok ? said(back, 'Renamed') : failed(back, chosen.length === 0 ? CHOOSE : NOT_YOURS)
    }
    case 'retry': {
      const inVault = await isInVault(person.id, subject)
      const tried = inVault && (await retryMedia(person.id, subject)).ok
      return tried ? said(back, 'Trying again', 'It takes a few minutes.') : failed(back, POST_TEXTS.notRetried)
    }
    case 'remove': {
      if (chosen.length === 0) return failed(back, CHOOSE)
      const removed = await removeFiles(person, chosen)
      return removed.ok ? said(back, 'Removed', 'Posts that use them keep them.') : failed(back, NOT_YOURS)
    }
    default:
      return failed(back, CHOOSE)
  }
}

const CHOOSE = 'Choose a file first.'
const NOT_YOURS = 'These files are not in your vault.'
const FOLDER_TEXTS = {
  not_permitted: NOT_YOURS,
  no_name: 'Type a name for the folder.',
  too_many: 'You have 100 folders. Delete one first.',
} as const

function said(path: string, title: string, description = ''): Response {
  return redirectWithToast(path, { title, description })
}

function failed(path: string, description: string): Response {
  return redirectWithToast(path, { title: 'Not done', description, tone: 'error' })
}

export default function Vault({ loaderData }: Route.ComponentProps) {
  return <VaultView page={loaderData} />
}
