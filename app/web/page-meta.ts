import type { MetaDescriptor } from 'react-router'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

type PublicPage = {
  /** The tab title; the brand name is added. */
  title: string
  /** The title of the shared link, if it differs. */
  shareTitle?: string
  description: string
  path: string
  /** The path of a public picture of 1200 by 630 px. */
  image?: string | null
}

/** Title, description and Open Graph tags of a page that may be shared. */
export function publicMeta(page: PublicPage, matches: Matches): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { brandName?: string; origin?: string }
    | undefined
  const brandName = root?.brandName ?? 'Peach'
  const address = `${root?.origin ?? ''}${page.path}`
  const title = page.shareTitle ?? `${page.title} · ${brandName}`
  const tags: MetaDescriptor[] = [
    { title: `${page.title} · ${brandName}` },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: brandName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: address },
  ]
  if (!page.image) return [...tags, { name: 'twitter:card', content: 'summary' }]
  return [
    ...tags,
    { property: 'og:image', content: `${root?.origin ?? ''}${page.image}` },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
