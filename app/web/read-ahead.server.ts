import { createContext } from 'react-router'
import { UNREAD_THREADS_OF_SESSION } from '#app/domain/chat/queries.server.ts'
import { type Pass, PASS_OF_SESSION } from '#app/domain/entitlements/queries.server.ts'
import type { Beside } from '#app/domain/identity/find-person-by-session.server.ts'
import { UNREAD_OF_SESSION } from '#app/domain/notifications/queries.server.ts'

/** What the pages of pass holders read about the person before their own data. */
export type Ahead = { pass: Pass | null; unread: number; chats: number }

/** Set for the pages of pass holders, where somebody is signed in. */
export const aheadContext = createContext<Ahead | null>(null)

/** Read in the statement that finds the session: four statements would cost a page more than its own data. */
export const AHEAD: Beside<Ahead> = {
  name: 'pass',
  columns: `${PASS_OF_SESSION.columns}, ${UNREAD_OF_SESSION} as unread, ${UNREAD_THREADS_OF_SESSION} as chats`,
  joins: PASS_OF_SESSION.joins,
  read: (row: Parameters<typeof PASS_OF_SESSION.read>[0] & { unread: number; chats: number }) => ({
    pass: PASS_OF_SESSION.read(row),
    unread: row.unread,
    chats: row.chats,
  }),
}
