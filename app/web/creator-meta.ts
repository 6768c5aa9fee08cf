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
