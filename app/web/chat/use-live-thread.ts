import { useEffect, useRef, useState } from 'react'
import type { Side } from '#app/domain/chat/policy.ts'
import { isLive, sayTyping, watchChannel, type Watched } from '#app/web/live/connection.ts'
import { askAgainMs } from './ask-again.ts'
import type { Conversation } from './conversation.ts'

/** How long somebody who typed is shown as typing, and how often a browser says it. */
const TYPING_MS = 6_000
const SAY_EVERY_MS = 3_000

type Options = {
  conversation: Conversation
  /** Null before the first message. */
  threadId: string | null
  side: Side
  /** The creator whose presence the page shows. */
  creatorId: string | null
  /** In how many milliseconds the other side stops counting as online, if nothing more is heard of them. */
  onlineMs: number | null
  /** Only the page with the newest messages follows them. */
  follows: boolean
}

/** Keeps a thread as it is on the server: at once over the live connection, and by asking now and then. */
export function useLiveThread({ conversation, threadId, side, creatorId, onlineMs, follows }: Options) {
  const [typing, setTyping] = useState(false)
  const saidAt = useRef(-SAY_EVERY_MS)
  useEffect(() => {
    if (!follows) return undefined
    let askedAt = performance.now()
    let unanswered = 0
    const chance = Math.random()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      askedAt = performance.now()
      void conversation.sync().then((answered) => (unanswered = answered ? 0 : unanswered + 1))
    }
    const look = () => {
      const due = performance.now() - askedAt >= askAgainMs({ live: isLive(), unanswered }, chance)
      if (due && document.visibilityState === 'visible') ask()
    }
    const seen = () => {
      if (document.visibilityState === 'visible') ask()
    }
    const showTyping = (now: boolean) => {
      clearTimeout(timer)
      setTyping(now)
      if (now) timer = setTimeout(() => setTyping(false), TYPING_MS)
    }
    const channels: Watched[] = []
    if (threadId) channels.push(`thread:${threadId}`)
    if (creatorId) channels.push(`presence:${creatorId}`)
    const stops = channels.map((channel) =>
      watchChannel(channel, (notice) => {
        if (notice?.kind === 'typing') return showTyping(notice.by !== side)
        if (notice?.kind === 'read' || notice?.kind === 'delivered')
          return notice.by === side ? undefined : conversation.receipt(notice.kind, notice.seq ?? 0)
        if (notice?.kind === 'message') showTyping(false)
        // What a hidden page asks for counts as read.
        return seen()
      }),
    )
    const clock = setInterval(look, 1_000)
    document.addEventListener('visibilitychange', seen)
    return () => {
      for (const stop of stops) stop()
      clearInterval(clock)
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [conversation, threadId, side, creatorId, follows])

  // Nobody announces that a heartbeat has stopped.
  useEffect(() => {
    if (onlineMs === null) return undefined
    const timer = setTimeout(() => void conversation.sync(), onlineMs + 500)
    return () => clearTimeout(timer)
  }, [conversation, onlineMs])

  return {
    typing,
    /** Called as somebody types; the other side sees that they do. */
    say: () => {
      if (!threadId || performance.now() - saidAt.current < SAY_EVERY_MS) return
      saidAt.current = performance.now()
      sayTyping(threadId)
    },
  }
}
