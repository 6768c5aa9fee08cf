import { to, withQuery } from '#app/links.ts'

/** The actions on a creator's page, by their names in addresses. */
export type CreatorAct = 'follow' | 'chat' | 'call' | 'book' | 'tip'

/** For a viewer without a pass, every action leads to the plans and carries the chosen action along. */
export function subscribeLink(
  from: 'public-feed' | 'profile',
  username: string,
  intent: CreatorAct | 'unlock' | 'request' | null,
  about: { post?: string | null; message?: string } = {},
): string {
  return withQuery(to.subscribe, { from, creator: username, intent, ...about })
}
