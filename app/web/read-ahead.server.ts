import { createContext } from 'react-router'
import { countUnreadThreads } from '#app/domain/chat/queries.server.ts'
import { findPass } from '#app/domain/entitlements/queries.server.ts'
import { countUnread } from '#app/domain/notifications/queries.server.ts'

/** What the pages of pass holders read about the person before their own data. */
export type Ahead = {
  pass: ReturnType<typeof findPass>
  unread: ReturnType<typeof countUnread>
  chats: ReturnType<typeof countUnreadThreads>
}

/** Set only once the session of this request has turned out to be that account's. */
export const aheadContext = createContext<Ahead | null>(null)

/**
 * Asks together with the session, for the account that the cookie had at its last request. The answers are as new as the
 * session's, and are dropped if the session is not that account's any more.
 */
export function readAhead(accountId: string): Ahead {
  const ahead = { pass: findPass(accountId), unread: countUnread(accountId), chats: countUnreadThreads(accountId) }
  // Whoever needs an answer gets its failure; nobody may need it.
  for (const answer of Object.values(ahead)) answer.catch(() => {})
  return ahead
}
