import type { MetaDescriptor } from 'react-router'
import legalStylesUrl from './legal.css?url'

/** Title, description and Open Graph tags of a document; it may be indexed and shared. */
export function legalMeta(title: string, description: string, brandName: string): MetaDescriptor[] {
  const whole = `${title} · ${brandName}`
  return [
    { tagName: 'link', rel: 'stylesheet', href: legalStylesUrl },
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:type', content: 'article' },
    { property: 'og:site_name', content: brandName },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
  ]
}
