import { useEffect, useRef } from 'react'

const KEY = 'peach-comment'

/** Whose comment is kept in this tab, and the newest that they have under this post: where it is another one afterwards, it was sent. */
export type KeptComment = { owner: string; newest: string | null }

/**
 * Keeps a comment while it is sent, so that it is in its field again if that led to sign-in. Returns what its form needs. Another person in
 * the same tab never sees it.
 */
export function useKeptComment(kept: KeptComment | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!kept) return
    const field = form.current!.elements.namedItem('comment') as HTMLTextAreaElement
    const [owner, path, newest, text] = take()
    const isUnsent = owner === kept.owner && path === location.pathname && newest === kept.newest
    if (isUnsent && text && field.value === '') field.value = text
    // Once: later the field belongs to who writes in it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (!kept) return {}
  const keep = () => {
    const text = new FormData(form.current!).get('comment') as string
    store([kept.owner, location.pathname, kept.newest, text])
  }
  return { ref: form, onSubmit: keep }
}

type Stored = [owner: string, path: string, newest: string | null, text: string]

function store(values: Stored): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(values))
  } catch {
    // A browser that keeps nothing; the comment is sent all the same.
  }
}

function take(): Stored | [] {
  try {
    const values = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Stored | []
    sessionStorage.removeItem(KEY)
    return values
  } catch {
    return []
  }
}
