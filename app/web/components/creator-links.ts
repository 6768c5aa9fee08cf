/** The acts that a creator's page offers, as addresses name them. */
export type CreatorAct = 'follow' | 'chat' | 'call' | 'book' | 'tip'

/** For whoever has no pass yet, every act leads to it and says what was wanted. */
export function subscribeLink(
  from: 'public-feed' | 'profile',
  username: string,
  intent: CreatorAct | 'unlock' | null,
  post?: string,
): string {
  const query = new URLSearchParams({
    from,
    creator: username,
    ...(intent ? { intent } : {}),
    ...(post ? { post } : {}),
  })
  return `/subscribe?${query}`
}

/** Where an act itself happens, for whoever may. */
export function actLink(event: CreatorAct, creatorId: string): string {
  return event === 'follow' ? `/creators/${creatorId}/follow` : `/${event}/${creatorId}`
}
