import { useEffect, useRef } from 'react'

const KEY = 'peach-comment'

/** Whose comment is kept in this tab, and what this person is seen to have said already. */
export type KeptComment = { owner: string; said: readonly string[] }

/**
 * Keeps a comment while it is sent, so that it is in its field again if that led to sign-in. Returns what its form needs. Another person in
 * the same tab never sees it.
 */
export function useKeptComment(kept: KeptComment | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!kept) return
    const field = form.current!.elements.namedItem('comment') as HTMLTextAreaElement
    const [owner, path, text = ''] = take()
    if (owner !== kept.owner || path !== location.pathname || field.value !== '' || kept.said.includes(text.trim()))
      return
    field.value = text
    // Once: later the field belongs to who writes in it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (!kept) return {}
  const keep = () => store([kept.owner, location.pathname, new FormData(form.current!).get('comment') as string])
  return { ref: form, onSubmit: keep }
}

function store(values: string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(values))
  } catch {
    // A browser that keeps nothing; the comment is sent all the same.
  }
}

function take(): string[] {
  try {
    const values = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[]
    sessionStorage.removeItem(KEY)
    return values
  } catch {
    return []
  }
}
