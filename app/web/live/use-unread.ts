import { useEffect, useState } from 'react'
import { to } from '#app/links.ts'

export type Unread = { unread: number; unreadChats: number }

/** The page is at rest by then: a visitor who goes on at once never connects. */
const AFTER_MS = 2_000

/** A conversation that goes on changes the counts with each message: several notices are one question. */
const TOGETHER_MS = 500

/** What the frame of the page counts, as the server rendered it and then as it changes. Null for visitors. */
export function useUnread(viewer: Unread | null): Unread | null {
  const [news, setNews] = useState<Unread | null>(null)
  const signedIn = viewer !== null
  useEffect(() => {
    // A browser that saves data counts when it loads a page, as without script.
    if (!signedIn || document.documentElement.hasAttribute('data-save-data')) return undefined
    let stop = () => {}
    let asking: ReturnType<typeof setTimeout> | undefined
    const askSoon = () => {
      asking ??= setTimeout(() => {
        asking = undefined
        void ask().then((found) => found && setNews(found))
      }, TOGETHER_MS)
    }
    const timer = setTimeout(() => {
      void import('./connection.ts').then(({ watchChannel }) => {
        stop = watchChannel('account', askSoon)
      })
    }, AFTER_MS)
    return () => {
      clearTimeout(timer)
      clearTimeout(asking)
      stop()
    }
  }, [signedIn])
  return news ?? viewer
}

/** Null where no answer came: the next notice asks again. */
async function ask(): Promise<Unread | null> {
  try {
    const answer = await fetch(to.unread, { headers: { accept: 'application/json' } })
    return answer.headers.get('content-type')?.includes('json') ? ((await answer.json()) as Unread) : null
  } catch {
    return null
  }
}
