import type { ReactNode } from 'react'
import { MarkupCache } from './markup-cache.ts'

type Wanted = { facts: readonly unknown[]; content: () => ReactNode }

// Marked, so that the browser's build, which renders everything, leaves the cache out.
const kept = /* @__PURE__ */ new MarkupCache()
const wanted = /* @__PURE__ */ new Map<string, Wanted>()

/**
 * The markup of a part of the frame that was rendered before from the same facts, all that it is made of. The first time it is undefined and
 * the part is rendered with its page: React can't begin a rendering within another. `renderWanted` keeps it for the next page.
 */
export function findRendered(facts: readonly unknown[], content: () => ReactNode): string | undefined {
  const markup = kept.find(facts)
  if (markup === undefined) wanted.set(facts.join('\0'), { facts, content })
  return markup
}

/** Renders what the page before could not find. Called between two pages. */
export function renderWanted(render: (content: ReactNode) => string): void {
  if (wanted.size === 0) return
  for (const { facts, content } of wanted.values()) kept.markup(facts, () => render(content()))
  wanted.clear()
}
