import { oneLine } from '#app/platform/plain-text.ts'
import { type MessageProblem, readMessage } from './message.ts'

export const SAVED_REPLIES = { max: 50, nameLength: 24 } as const

export type SavedReply = { id: string; name: string; body: string }

export type SavedReplyProblem = { name?: 'missing' | 'not_a_word'; body?: MessageProblem }

/** A saved reply as it is stored: its name is one word in small letters, without the slash that opens the list; its text is a message. */
export function readSavedReply(typed: {
  name: string
  text: string
}): { value: { name: string; body: string }; problem: null } | { value: null; problem: SavedReplyProblem } {
  const name = oneLine(typed.name).replace(/^\//, '').toLowerCase()
  const { body, problem } = readMessage(typed.text)
  // Letters of every script: creators write in more than one language.
  const isWord = /^[\p{L}\p{N}_-]{1,24}$/u.test(name)
  if (isWord && body !== null) return { value: { name, body }, problem: null }
  return {
    value: null,
    problem: { ...(!isWord && { name: name === '' ? 'missing' : 'not_a_word' }), ...(problem && { body: problem }) },
  }
}

/**
 * The replies that a typed text asks for: "/" all of them, "/fr" those whose name begins so. Null where the text asks for none, so that
 * any other text that begins with a slash is a message.
 */
export function repliesFor(typed: string, replies: readonly SavedReply[]): readonly SavedReply[] | null {
  const asked = /^\/([\p{L}\p{N}_-]*)$/u.exec(typed)?.[1]?.toLowerCase()
  if (asked === undefined) return null
  const found = replies.filter(({ name }) => name.startsWith(asked))
  return found.length > 0 ? found : null
}
