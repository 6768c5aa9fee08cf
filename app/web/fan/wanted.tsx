import { redirect } from 'react-router'
import { findLockedMessage } from '#app/domain/chat/messages.server.ts'
import { type CreatorProfile, findCreator, findUsernameBehind } from '#app/domain/creators/queries.server.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import { findPostForViewer } from '#app/domain/posts/queries.server.ts'
import { placeOfWanted, readReturnTo, type WantedPlace } from '#app/domain/products/return-to.ts'
import { WORKING_FEATURES } from '#app/domain/settings/features.ts'
import { addressOf } from '#app/target-address.ts'
import { messageOf } from '#app/web/catalogue.ts'
import { personContext } from '#app/web/context.server.ts'
import { memberPage } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/wanted'

export const handle = memberPage('What you came for', { shell: 'focused' })

/** Leads whoever has just paid to what they came for, as it is now. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<never> {
  const person = context.get(personContext)
  const returnTo = readReturnTo(url.searchParams)
  const [named, post, message] = await Promise.all([
    returnTo.creator ? creatorOf(returnTo.creator) : null,
    returnTo.post ? findPostForViewer(person, returnTo.post) : null,
    returnTo.message ? findLockedMessage(person.id, returnTo.message) : null,
  ])
  const creatorId = post?.creator.id ?? named?.id
  const place = placeOfWanted(returnTo, {
    creator: named?.visible ? named : null,
    entitled: creatorId !== undefined && (await isEntitledTo(person.id, creatorId)),
    post: post && { id: post.id, open: post.content.open, priced: post.price !== null },
    message: message !== null,
    working: WORKING_FEATURES,
  })
  const address = addressOf(place.target)
  const said = goneText(place.gone, named)
  throw said ? redirectWithToast(address, said) : redirect(address, 303)
}

/** By the name in the link, or by the present one of whoever has given that up. */
async function creatorOf(name: string): Promise<CreatorProfile | null> {
  const found = await findCreator(name)
  if (found) return found
  const moved = await findUsernameBehind(name.toLowerCase())
  return moved === null ? null : findCreator(moved)
}

function goneText(gone: WantedPlace['gone'], creator: CreatorProfile | null) {
  if (gone === null) return null
  if (gone === 'creator') return { ...messageOf('profile.unavailable'), tone: 'error' as const }
  return {
    title: gone === 'post' ? 'This post is gone' : 'This message is gone',
    description: creator ? `${creator.displayName} has removed it. This is what is open to you.` : '',
  }
}
