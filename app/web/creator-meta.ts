import { ended } from '#app/platform/plain-text.ts'
import type { MetaDescriptor } from 'react-router'
import { to } from '#app/links.ts'
import { publicMeta } from './page-meta.ts'

/** What a shared link of a creator shows; none of it comes from a post. */
export type CreatorShare = { username: string; displayName: string; description: string; image: string | null }

/** The tags of a creator's page, the same before and after the age gate. */
export function creatorMeta(
  loaderData: object | undefined,
  matches: Parameters<typeof publicMeta>[1],
): MetaDescriptor[] {
  const share = loaderData && 'share' in loaderData ? (loaderData.share as CreatorShare) : null
  if (!share) {
    const missing = publicMeta(
      { title: 'Profile not found', description: 'This profile is not here.', path: to.feed },
      matches,
    )
    return [missing[0]!, { name: 'robots', content: 'noindex' }]
  }
  const brandName =
    (matches.find((match) => match?.id === 'root')?.loaderData as { brandName?: string } | undefined)?.brandName ??
    'Peach'
  return publicMeta(
    {
      title: share.displayName,
      shareTitle: `${share.displayName} on ${brandName}`,
      description: share.description,
      path: to.creator(share.username),
      image: share.image,
    },
    matches,
  )
}

/**
 * The tags of a post's page, the same for everybody and for every post of a creator: the public picture of the creator, and nothing of the
 * post, so that a link that is shared shows no more than the creator's page does.
 */
export function postMeta(loaderData: object | undefined, matches: Parameters<typeof publicMeta>[1]): MetaDescriptor[] {
  const page = loaderData && 'share' in loaderData ? (loaderData as { share: CreatorShare; path: string }) : null
  const name = page?.share.displayName ?? 'a creator'
  const tags = publicMeta(
    {
      title: `Post by ${name}`,
      description: ended(`A post by ${name}`),
      path: page?.path ?? to.feed,
      image: page?.share.image,
    },
    matches,
  )
  return [...tags, { name: 'robots', content: 'noindex' }]
}
